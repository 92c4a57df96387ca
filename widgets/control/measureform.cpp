// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/measureform.h"

#include "widgets/layout/section.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLocale>
#include <QSpinBox>
#include <QThread>
#include <QVBoxLayout>

namespace knobscope {

MeasureForm::MeasureForm(QWidget* parent)
    : QWidget(parent)
    , m_timing(new QComboBox)
    , m_number(new QSpinBox)
    , m_repeat(new QSpinBox)
    , m_minRepeat(new QSpinBox)
    , m_flush(new QCheckBox(tr("Flush the cache")))
    , m_cooldown(new QDoubleSpinBox)
    , m_timeout(new QDoubleSpinBox)
    , m_builders(new QSpinBox)
    , m_memory(new QSpinBox)
    , m_check(new QCheckBox(tr("Check the output")))
    , m_confirm(new QSpinBox)
{
    const MeasureOptions usual;
    m_timing->addItem(tr("in pairs"));
    m_timing->addItem(tr("plain"));
    m_number->setRange(1, 100'000);
    m_number->setValue(usual.number);
    m_repeat->setRange(1, 10'000);
    m_repeat->setValue(usual.repeat);
    m_minRepeat->setRange(0, 60'000);
    m_minRepeat->setSuffix(tr(" ms"));
    m_cooldown->setRange(0, 60);
    m_cooldown->setSuffix(tr(" s"));
    m_timeout->setRange(0.1, 3600);
    m_timeout->setDecimals(1);
    m_timeout->setValue(usual.timeoutSeconds);
    m_timeout->setSuffix(tr(" s"));
    m_builders->setRange(0, 256);
    m_builders->setSpecialValueText(tr("automatic"));
    m_confirm->setRange(0, 100);
    m_confirm->setValue(4);
    m_confirm->setSpecialValueText(tr("none"));
    m_memory->setRange(0, 1'000'000);
    m_memory->setGroupSeparatorShown(true);
    m_memory->setSuffix(tr(" MiB"));
    m_memory->setSpecialValueText(tr("no limit"));

    auto* fields = new FieldList;
    fields->addField(
        tr("Timing"), m_timing,
        tr("In pairs: alternately with the best config so far, which is exact even on a busy machine. Plain: the mean of "
           "repeated calls, as AutoTVM does, at whatever pace the machine has then."));
    fields->addField(tr("Calls"), m_number, tr("Plain timing: calls averaged into one time (number)."));
    fields->addField(tr("Repeats"), m_repeat, tr("Plain timing: times taken of each config (repeat)."));
    fields->addField(tr("At least"), m_minRepeat,
                     tr("Plain timing: the calls of one time last at least this long (min_repeat_ms)."));
    fields->addField(m_flush, nullptr, tr("Plain timing: weights and other inputs leave the cache before each time."));
    fields->addField(tr("Cool down"), m_cooldown, tr("A wait between the times of a config."));
    fields->addField(tr("Timeout"), m_timeout,
                     tr("Building a kernel, or running it, may take this long; longer is a failed trial."));
    fields->addField(tr("Builders"), m_builders,
                     tr("Processes that compile. Automatic: one for each core that is not measured on, at least one."));
    fields->addField(tr("Memory"), m_memory, tr("What a worker process may allocate; more is a failed trial."));
    fields->addField(m_check, nullptr,
                     tr("Each kernel's output is compared with the operator's definition; wrong answers are failed trials."));
    fields->addField(
        tr("Look again"), m_confirm,
        tr("So many of the best are checked against the operator and timed against each other at the end, since the top of a run "
           "may be wrong, or a fluke of measuring."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(fields);
    for (QSpinBox* box : {m_number, m_repeat, m_minRepeat, m_builders, m_memory, m_confirm}) {
        connect(box, &QSpinBox::valueChanged, this, &MeasureForm::refresh);
    }
    for (QDoubleSpinBox* box : {m_cooldown, m_timeout}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &MeasureForm::refresh);
    }
    for (QCheckBox* box : {m_flush, m_check}) {
        connect(box, &QCheckBox::toggled, this, &MeasureForm::refresh);
    }
    connect(m_timing, &QComboBox::currentIndexChanged, this, &MeasureForm::refresh);
    refresh();
}

void MeasureForm::refresh()
{
    const bool plain = m_timing->currentIndex() == 1;
    for (QWidget* widget : {static_cast<QWidget*>(m_number), static_cast<QWidget*>(m_repeat), static_cast<QWidget*>(m_minRepeat),
                            static_cast<QWidget*>(m_flush)}) {
        widget->setEnabled(plain);
    }
    emit changed();
}

int MeasureForm::confirmTop() const
{
    return m_confirm->value();
}

void MeasureForm::apply(MeasureOptions& options) const
{
    options.paired = m_timing->currentIndex() == 0;
    options.number = m_number->value();
    options.repeat = m_repeat->value();
    options.minRepeatMs = m_minRepeat->value();
    options.cacheFlush = m_flush->isChecked();
    options.cooldownSeconds = m_cooldown->value();
    options.timeoutSeconds = m_timeout->value();
    options.nParallel = m_builders->value();
    options.memoryLimitBytes = int64_t{m_memory->value()} << 20;
    options.check = m_check->isChecked();
}

QString MeasureForm::summary() const
{
    const QString timing =
        m_timing->currentIndex() == 0
            ? tr("timed in pairs")
            : tr("%1 times of %2 calls").arg(QLocale().toString(m_repeat->value()), QLocale().toString(m_number->value()));
    const QString checked = m_check->isChecked() ? tr(", output checked") : QString();
    return tr("%1, timeout %2 s%3").arg(timing, QLocale().toString(m_timeout->value()), checked);
}

} // namespace knobscope
