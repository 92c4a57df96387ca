// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/limitsform.h"

#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/workspace.h"

#include <QLabel>
#include <QPushButton>

namespace knobscope {

LimitsForm::LimitsForm(const Workspace& workspace)
    : m_workspace(workspace)
    , m_more(new FieldList)
    , m_verdict(makeSentence({}))
    , m_apply(makeControl<QPushButton>("applyLimits", tr("&Apply to Current Run")))
{
    auto* fields = new FieldList;
    for (const OptionField<RunOptions>& field : runFields()) {
        if (!field.isLimit) {
            continue;
        }
        const bool isMain = field.id == "trials" || field.id == "time";
        QWidget* box = m_limits.add(isMain ? *fields : *m_more, field);
        if (auto* plateau = field.id == "noBetterIn" ? qobject_cast<QSpinBox*>(box) : nullptr) {
            const auto showUnit = [plateau] { plateau->setSuffix(tr(" trial(s)", nullptr, plateau->value())); };
            connect(plateau, &QSpinBox::valueChanged, this, showUnit);
            showUnit();
        }
    }
    for (const char* id : {"target.limit", "target"}) {
        auto* part = m_more->findChild<QWidget*>(QLatin1String(id));
        explain(*part, part->accessibleDescription() + QLatin1Char(' ') + FlopsCount::autotvmTip());
    }
    m_hasPercent = m_more->findChild<QCheckBox*>(QStringLiteral("shareOfPeak.limit"));
    m_percent = m_more->findChild<QWidget*>(QStringLiteral("shareOfPeak"));
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
    for (QWidget* part : {static_cast<QWidget*>(m_hasPercent), m_percent}) {
        explain(*part, sentence);
        part->setVisible(m_peak > 0 || !isGpu); // a GPU's peak is not measured
    }
    m_hasPercent->setEnabled(m_peak > 0 || m_hasPercent->isChecked()); // a limit without effect can be removed
    refresh();
}

void LimitsForm::apply(RunOptions& options) const
{
    m_limits.apply(options);
    options.peakGflops = m_peak;
}

void LimitsForm::setLimits(const RunOptions& options)
{
    m_limits.show(options);
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
    m_verdict->setText(rule.count() == 0 ? tr("No limit: the run continues until you press Stop.")
                                         : tr("The run ends at the first of these: %1.").arg(coreText(rule.text())));
    m_verdict->setVisible(rule.count() != 1);
    m_apply->setVisible(m_running.has_value());
    m_apply->setEnabled(m_running && stopRuleOf(*m_running) != rule);
    emit changed();
}

} // namespace knobscope
