// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/measureform.h"

#include "core/loop/runoptions.h"
#include "widgets/layout/section.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

MeasureForm::MeasureForm(QWidget* parent)
    : QWidget(parent)
    , m_timing(new QComboBox)
    , m_threads(new QSpinBox)
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
    m_timing->addItem(tr("in pairs"));
    m_timing->addItem(tr("plain, as AutoTVM"));
    m_timing->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_timing->setMinimumContentsLength(12);
    m_threads->setRange(1, std::max(1, QThread::idealThreadCount()));
    m_number->setRange(1, 100'000);
    m_repeat->setRange(1, 10'000);
    m_minRepeat->setRange(0, 60'000);
    m_minRepeat->setSuffix(tr(" ms"));
    m_cooldown->setRange(0, 60);
    m_cooldown->setSuffix(tr(" s"));
    m_timeout->setRange(0.1, 3600);
    m_timeout->setDecimals(1);
    m_timeout->setSuffix(tr(" s"));
    m_builders->setRange(0, 256);
    m_builders->setSpecialValueText(tr("automatic"));
    m_confirm->setRange(0, 100);
    m_confirm->setSpecialValueText(tr("none"));
    m_memory->setRange(0, 1'000'000);
    m_memory->setGroupSeparatorShown(true);
    m_memory->setSuffix(tr(" MiB"));
    m_memory->setSpecialValueText(tr("no limit"));

    auto* fields = new FieldList;
    fields->addField(tr("Threads"), m_threads, tr("Of a kernel, each on a core of its own. The remaining cores build."));
    fields->addField(
        tr("Timing"), m_timing,
        tr("In pairs: a config and another one run alternately, and their ratio counts, which is exact even on a busy machine. "
           "The other is the best one so far in a run, and the untuned one for Measure Now. Plain: the mean of repeated calls, "
           "at whatever pace the machine has then."));
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
        tr("Check the best"), m_confirm,
        tr("How many of the best are checked against the operator and timed against each other at the end; the top of a run may "
           "be wrong, or a fluke of measuring."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(fields);
    for (QSpinBox* box : {m_threads, m_number, m_repeat, m_minRepeat, m_builders, m_memory, m_confirm}) {
        connect(box, &QSpinBox::valueChanged, this, &MeasureForm::refresh);
    }
    for (QDoubleSpinBox* box : {m_cooldown, m_timeout}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &MeasureForm::refresh);
    }
    for (QCheckBox* box : {m_flush, m_check}) {
        connect(box, &QCheckBox::toggled, this, &MeasureForm::refresh);
    }
    connect(m_timing, &QComboBox::currentIndexChanged, this, &MeasureForm::refresh);
    set({}, RunOptions().confirmTop);
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
    options.threads = m_threads->value();
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

void MeasureForm::set(const MeasureOptions& options, int confirmTop)
{
    m_timing->setCurrentIndex(options.paired ? 0 : 1);
    m_threads->setValue(options.threads);
    m_number->setValue(options.number);
    m_repeat->setValue(options.repeat);
    m_minRepeat->setValue(options.minRepeatMs);
    m_flush->setChecked(options.cacheFlush);
    m_cooldown->setValue(options.cooldownSeconds);
    m_timeout->setValue(options.timeoutSeconds);
    m_builders->setValue(options.nParallel);
    m_memory->setValue(static_cast<int>(std::min<int64_t>(options.memoryLimitBytes >> 20, m_memory->maximum())));
    m_check->setChecked(options.check);
    m_confirm->setValue(confirmTop);
}

} // namespace knobscope
