// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/limitsform.h"

#include "widgets/control/stoprulewords.h"
#include "widgets/layout/section.h"
#include "widgets/text/flopscount.h"
#include "widgets/text/number.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QVBoxLayout>

namespace knobscope {

LimitsForm::LimitsForm(QWidget* parent)
    : QWidget(parent)
    , m_hasTrials(new QCheckBox(tr("Tria&ls")))
    , m_hasMinutes(new QCheckBox(tr("Time")))
    , m_hasPlateau(new QCheckBox(tr("&No better in")))
    , m_hasTarget(new QCheckBox(tr("Target")))
    , m_hasPercent(new QCheckBox(tr("Share of pea&k")))
    , m_trials(new QSpinBox)
    , m_minutes(new QDoubleSpinBox)
    , m_plateau(new QSpinBox)
    , m_target(new QDoubleSpinBox)
    , m_percent(new QDoubleSpinBox)
    , m_verdict(makeSentence({}))
    , m_apply(new QPushButton(tr("&Apply to the run that goes on")))
{
    m_trials->setRange(1, 10'000'000);
    m_trials->setValue(128);
    m_trials->setGroupSeparatorShown(true);
    m_minutes->setRange(0.1, 100'000);
    m_minutes->setDecimals(1);
    m_minutes->setValue(10);
    m_minutes->setSuffix(tr(" min"));
    m_plateau->setRange(1, 10'000'000);
    m_plateau->setValue(100);
    m_plateau->setGroupSeparatorShown(true);
    m_plateau->setSuffix(tr(" trials"));
    m_target->setRange(0.001, 1e7);
    m_target->setDecimals(1);
    m_target->setValue(100);
    m_target->setSuffix(tr(" GFLOPS"));
    m_percent->setRange(0.1, 100);
    m_percent->setDecimals(0);
    m_percent->setValue(80);
    m_percent->setSuffix(tr(" %"));
    m_hasTrials->setChecked(true);

    auto* fields = new FieldList;
    auto* more = new FieldList;
    m_more = more;
    const auto add = [&](FieldList* list, QCheckBox* check, QAbstractSpinBox* box, const QString& sentence) {
        box->setAccessibleName(check->text().remove(QLatin1Char('&')));
        box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("10,000 GFLOPS")) + 30);
        list->addField(check, box, sentence);
        connect(check, &QCheckBox::toggled, this, &LimitsForm::refresh);
    };
    add(fields, m_hasTrials, m_trials, tr("The run ends when this many configs were built and measured."));
    add(fields, m_hasMinutes, m_minutes, tr("The run takes at most this long; pauses do not count."));
    add(more, m_hasPlateau, m_plateau, tr("The run ends when this many trials in a row did not beat the best one."));
    add(more, m_hasTarget, m_target,
        tr("The run ends when a config reaches this speed.") + QLatin1Char(' ') + FlopsCount::autotvmTip());
    add(more, m_hasPercent, m_percent, QString());
    fields->addWide(m_verdict);
    fields->addWide(m_apply);
    m_apply->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(fields);
    layout->addWidget(m_more);
    connect(m_trials, &QSpinBox::valueChanged, this, &LimitsForm::refresh);
    connect(m_plateau, &QSpinBox::valueChanged, this, &LimitsForm::refresh);
    for (QDoubleSpinBox* box : {m_minutes, m_target, m_percent}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &LimitsForm::refresh);
    }
    connect(m_apply, &QPushButton::clicked, this, &LimitsForm::applyRequested);
    readPeak();
}

void LimitsForm::readPeak()
{
    m_peak = QSettings().value(QStringLiteral("machine/peakGflops")).toDouble();
    const QString sentence = m_peak > 0
                               ? tr("The run ends when a config reaches this share of the machine's measured peak of %1 GFLOPS.")
                                     .arg(number(m_peak, 1))
                               : tr("The peak of this machine has not been measured yet.");
    explain(*m_hasPercent, sentence);
    explain(*m_percent, sentence);
    m_hasPercent->setEnabled(m_peak > 0);
    refresh();
}

void LimitsForm::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    readPeak();
}

void LimitsForm::apply(RunOptions& options) const
{
    options.trials = m_hasTrials->isChecked() ? m_trials->value() : 0;
    options.seconds = m_hasMinutes->isChecked() ? m_minutes->value() * 60 : 0;
    options.earlyStopping = m_hasPlateau->isChecked() ? m_plateau->value() : 0;
    options.targetGflops = m_hasTarget->isChecked() ? m_target->value() : 0;
    options.targetPercent = m_hasPercent->isChecked() && m_peak > 0 ? m_percent->value() : 0;
    options.peakGflops = m_peak;
}

void LimitsForm::setLimits(const RunOptions& o)
{
    const auto set = [](QCheckBox* check, auto* box, auto value) {
        check->setChecked(value > 0);
        if (value > 0) {
            box->setValue(value);
        }
    };
    set(m_hasTrials, m_trials, static_cast<int>(std::min<int64_t>(o.trials, m_trials->maximum())));
    set(m_hasMinutes, m_minutes, o.seconds / 60);
    set(m_hasPlateau, m_plateau, static_cast<int>(std::min<int64_t>(o.earlyStopping, m_plateau->maximum())));
    set(m_hasTarget, m_target, o.targetGflops);
    set(m_hasPercent, m_percent, m_peak > 0 ? o.targetPercent : 0);
    refresh();
}

void LimitsForm::setRunning(const RunOptions* options)
{
    m_running = options ? std::optional(*options) : std::nullopt;
    refresh();
}

void LimitsForm::refresh()
{
    m_trials->setEnabled(m_hasTrials->isChecked());
    m_minutes->setEnabled(m_hasMinutes->isChecked());
    m_plateau->setEnabled(m_hasPlateau->isChecked());
    m_target->setEnabled(m_hasTarget->isChecked());
    m_percent->setEnabled(m_hasPercent->isChecked());
    RunOptions options;
    apply(options);
    const StopRule rule = stopRuleOf(options);
    const bool isEndless = rule.text() == StopRule().text();
    m_verdict->setText(isEndless ? tr("Nothing but Stop ends the run.")
                                 : tr("Ends at the first of these: %1.").arg(stopRuleWords(rule)));
    m_verdict->setVisible(isEndless || rule.parts().size() > 1);
    m_apply->setVisible(m_running.has_value());
    m_apply->setEnabled(m_running && stopRuleOf(*m_running) != rule);
    emit changed();
}

} // namespace knobscope
