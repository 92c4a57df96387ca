// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/limitsform.h"

#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/workspace.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

namespace knobscope {

LimitsForm::LimitsForm(const Workspace& workspace)
    : m_workspace(workspace)
    , m_verdict(makeSentence({}))
    , m_apply(makeControl<QPushButton>("applyLimits", tr("&Apply to the run that goes on")))
{
    auto* fields = new FieldList;
    auto* more = new FieldList;
    m_more = more;
    // The editor shows the limit in multiples of `unit`. An unticked limit is 0.
    const auto add = [&]<class T>(FieldList* list, const char* id, const QString& label, T RunOptions::* limit, double low,
                                  double high, double usual, const QString& suffix, const QString& sentence, T unit = 1) {
        auto* check = makeControl<QCheckBox>(QLatin1String(id) + QStringLiteral(".limit"), label);
        auto* box = makeControl<std::conditional_t<std::is_same_v<T, double>, QDoubleSpinBox, QSpinBox>>(id);
        using Shown = decltype(box->value());
        box->setRange(static_cast<Shown>(low), static_cast<Shown>(high));
        box->setValue(static_cast<Shown>(usual));
        box->setSuffix(suffix);
        box->setGroupSeparatorShown(std::is_same_v<T, int64_t>);
        box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("10,000 GFLOPS")) + 30);
        box->setEnabled(false);
        list->addField(check, box, sentence);
        connect(check, &QCheckBox::toggled, box, &QWidget::setEnabled);
        connect(check, &QCheckBox::toggled, this, &LimitsForm::refresh);
        connect(box, &std::remove_pointer_t<decltype(box)>::valueChanged, this, &LimitsForm::refresh);
        m_write.push_back([=](RunOptions& o) { o.*limit = check->isChecked() ? static_cast<T>(box->value()) * unit : T(); });
        m_show.push_back([=](const RunOptions& o) {
            const T shown = std::min<T>(o.*limit / unit, static_cast<T>(box->maximum()));
            check->setChecked(shown > 0);
            box->setValue(shown > 0 ? static_cast<Shown>(shown) : box->value());
        });
        return std::pair(check, box);
    };
    add(fields, "trials", tr("Tria&ls"), &RunOptions::trials, 1, 1e7, 128, {},
        tr("The run ends when this many configs were built and measured."));
    add(fields, "time", tr("Time"), &RunOptions::seconds, 0.1, 1e5, 10, tr(" min"),
        tr("The run takes at most this long; pauses do not count."), 60.0)
        .second->setDecimals(1);
    auto* plateau = add(more, "noBetterIn", tr("&No better in"), &RunOptions::earlyStopping, 1, 1e7, 100, {},
                        tr("The run ends when this many trials in a row did not beat the best one."))
                        .second;
    const auto showUnit = [plateau] { plateau->setSuffix(tr(" trial(s)", nullptr, plateau->value())); };
    connect(plateau, &QSpinBox::valueChanged, this, showUnit);
    showUnit();
    add(more, "target", tr("Target"), &RunOptions::targetGflops, 0.001, 1e7, 100, tr(" GFLOPS"),
        tr("The run ends when a config reaches this speed.") + QLatin1Char(' ') + FlopsCount::autotvmTip())
        .second->setDecimals(1);
    std::tie(m_hasPercent, m_percent) =
        add(more, "shareOfPeak", tr("Share of pea&k"), &RunOptions::targetPercent, 0.1, 100, 80, tr(" %"), {});
    m_percent->setDecimals(0);
    fields->addWide(m_verdict);
    fields->addWide(m_apply);
    m_apply->hide();
    inColumn(this, {fields, m_more}, QMargins());
    connect(m_apply, &QPushButton::clicked, this, &LimitsForm::applyRequested);
    for (const auto signal : {&Workspace::taskChanged, &Workspace::threadsChanged, &Workspace::peaksChanged}) {
        connect(&workspace, signal, this, &LimitsForm::readPeak);
    }
    setLimits({});
    readPeak();
}

void LimitsForm::readPeak()
{
    const auto task = m_workspace.task();
    const int threads = m_workspace.measuring().threads;
    const bool isGpu = task && task->isGpu;
    m_peak = task ? peakGflops(*task, threads) : peakGflops(measuredPeaks(), threads);
    const QString reached = isGpu
                              ? tr("The run ends when a config reaches this share of the GPU's stated peak of %1 GFLOPS.")
                              : tr("The run ends when a config reaches this share of the machine's measured peak of %1 GFLOPS.");
    const QString sentence =
        m_peak > 0 ? reached.arg(number(m_peak, 1)) : tr("The peak of this machine has not been measured yet.");
    for (QWidget* part : {static_cast<QWidget*>(m_hasPercent), static_cast<QWidget*>(m_percent)}) {
        explain(*part, sentence);
        part->setVisible(m_peak > 0 || !isGpu); // a GPU's peak is not measured
    }
    m_hasPercent->setEnabled(m_peak > 0 || m_hasPercent->isChecked()); // a limit without effect can be removed
    refresh();
}

void LimitsForm::apply(RunOptions& options) const
{
    for (const auto& write : m_write) {
        write(options);
    }
    options.peakGflops = m_peak;
}

void LimitsForm::setLimits(const RunOptions& options)
{
    for (const auto& show : m_show) {
        show(options);
    }
    refresh();
}

void LimitsForm::setRunning(const RunOptions* options)
{
    m_running = options ? std::optional(*options) : std::nullopt;
    refresh();
}

void LimitsForm::refresh()
{
    RunOptions options;
    apply(options);
    if (m_running && m_running->peakGflops > 0) {
        options.peakGflops = m_running->peakGflops; // of the device of the run, not of the current task
    }
    const StopRule rule = stopRuleOf(options);
    m_verdict->setText(rule.count() == 0 ? tr("Nothing but Stop ends the run.")
                                         : tr("Ends at the first of these: %1.").arg(coreText(rule.text())));
    m_verdict->setVisible(rule.count() != 1);
    m_apply->setVisible(m_running.has_value());
    m_apply->setEnabled(m_running && stopRuleOf(*m_running) != rule);
    emit changed();
}

} // namespace knobscope
