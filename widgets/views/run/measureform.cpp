// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/measureform.h"

#include "core/tuning/runoptions.h"
#include "widgets/controls/control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QThread>

#include <algorithm>
#include <type_traits>

namespace knobscope {

MeasureForm::MeasureForm()
    : m_timing(makeControl<QComboBox>("timing"))
    , m_confirm(makeControl<QSpinBox>("confirm"))
{
    m_timing->addItem(tr("in pairs"));
    m_timing->addItem(tr("plain, as AutoTVM"));
    m_timing->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_timing->setMinimumContentsLength(12);
    m_confirm->setRange(0, 100);
    m_confirm->setSpecialValueText(tr("none"));
    // The editor shows the option in multiples of `unit`.
    const auto number = [&]<class T>(const char* id, const QString& label, T MeasureOptions::* option, double low, double high,
                                     const QString& suffix, const QString& sentence, T unit = 1) {
        auto* box = makeControl<std::conditional_t<std::is_same_v<T, double>, QDoubleSpinBox, QSpinBox>>(id);
        using Shown = decltype(box->value());
        box->setRange(static_cast<Shown>(low), static_cast<Shown>(high));
        box->setGroupSeparatorShown(true);
        box->setSuffix(suffix);
        addField(label, box, sentence);
        connect(box, &std::remove_pointer_t<decltype(box)>::valueChanged, this, &MeasureForm::refresh);
        m_write.push_back([=](MeasureOptions& o) { o.*option = static_cast<T>(box->value()) * unit; });
        m_show.push_back([=](const MeasureOptions& o) {
            box->setValue(static_cast<Shown>(std::min<T>(o.*option / unit, static_cast<T>(box->maximum()))));
        });
        return box;
    };
    const auto tick = [&](const char* id, const QString& text, bool MeasureOptions::* option, const QString& sentence) {
        auto* box = makeControl<QCheckBox>(id, text);
        addField(box, nullptr, sentence);
        connect(box, &QCheckBox::toggled, this, &MeasureForm::refresh);
        m_write.push_back([=](MeasureOptions& o) { o.*option = box->isChecked(); });
        m_show.push_back([=](const MeasureOptions& o) { box->setChecked(o.*option); });
        return box;
    };
    number("threads", tr("Threads"), &MeasureOptions::threads, 1, std::max(1, QThread::idealThreadCount()), {},
           tr("Of a kernel, each on a core of its own. The remaining cores build."));
    addField(
        tr("Timing"), m_timing,
        tr("In pairs: a config and another one run alternately, and their ratio counts, which is exact even on a busy machine. "
           "The other is the best one so far in a run, and the untuned one for Measure Now. Plain: the mean of repeated calls, "
           "at whatever pace the machine has then."));
    m_plain << number("calls", tr("Calls"), &MeasureOptions::number, 1, 100'000, {},
                      tr("Plain timing: calls averaged into one time (number)."))
            << number("repeats", tr("Repeats"), &MeasureOptions::repeat, 1, 10'000, {},
                      tr("Plain timing: times taken of each config (repeat)."))
            << number("minRepeat", tr("At least"), &MeasureOptions::minRepeatMs, 0, 60'000, tr(" ms"),
                      tr("Plain timing: the calls of one time last at least this long (min_repeat_ms)."))
            << tick("flushCache", tr("Flush the cache"), &MeasureOptions::cacheFlush,
                    tr("Plain timing: weights and other inputs leave the cache before each time."));
    number("coolDown", tr("Cool down"), &MeasureOptions::cooldownSeconds, 0, 60, tr(" s"),
           tr("A wait between the times of a config."));
    number("timeout", tr("Timeout"), &MeasureOptions::timeoutSeconds, 0.1, 3600, tr(" s"),
           tr("Building a kernel, or running it, may take this long; longer is a failed trial."))
        ->setDecimals(1);
    number("cutOff", tr("Cut off"), &MeasureOptions::cutOff, 0, 1000, tr(" × the best"),
           tr("A first call on a CPU that takes so many times the best config's, and 0.2 s, is stopped: a failed trial."))
        ->setSpecialValueText(tr("never"));
    tick("coldWeights", tr("Cold weights"), &MeasureOptions::coldWeights,
         tr("Each call on a CPU finds its weights outside of the cores' own caches, as in a network. Networks are always tuned "
            "so."));
    auto* device = makeControl<QLineEdit>("device");
    device->setPlaceholderText(tr("the first"));
    addField(tr("GPU"), device, tr("Of several GPUs the one to measure on, such as cuda:1."));
    connect(device, &QLineEdit::textChanged, this, &MeasureForm::refresh);
    m_write.push_back([=](MeasureOptions& o) { o.device = device->text().trimmed().toStdString(); });
    m_show.push_back([=](const MeasureOptions& o) { device->setText(QString::fromStdString(o.device)); });
    number("builders", tr("Builders"), &MeasureOptions::nParallel, 0, 256, {},
           tr("Processes that compile. Automatic: one for each core that is not measured on, at least one."))
        ->setSpecialValueText(tr("automatic"));
    number("memory", tr("Memory"), &MeasureOptions::memoryLimitBytes, 0, 1'000'000, tr(" MiB"),
           tr("What a worker process may allocate; more is a failed trial."), int64_t{1} << 20)
        ->setSpecialValueText(tr("no limit"));
    tick("checkOutput", tr("Check the output"), &MeasureOptions::check,
         tr("Each kernel's output is compared with the operator's definition; wrong answers are failed trials."));
    addField(
        tr("Check the best"), m_confirm,
        tr("How many of the best are checked against the operator and timed against each other at the end; the top of a run may "
           "be wrong, or a fluke of measuring."));
    connect(m_confirm, &QSpinBox::valueChanged, this, &MeasureForm::refresh);
    connect(m_timing, &QComboBox::currentIndexChanged, this, &MeasureForm::refresh);
    set({}, RunOptions().confirmTop);
    refresh();
}

void MeasureForm::refresh()
{
    for (QWidget* editor : m_plain) {
        editor->setEnabled(m_timing->currentIndex() == 1);
    }
    emit changed();
}

void MeasureForm::apply(MeasureOptions& options) const
{
    options.paired = m_timing->currentIndex() == 0;
    for (const auto& write : m_write) {
        write(options);
    }
}

void MeasureForm::set(const MeasureOptions& options, int confirmTop)
{
    m_timing->setCurrentIndex(options.paired ? 0 : 1);
    m_confirm->setValue(confirmTop);
    for (const auto& show : m_show) {
        show(options);
    }
}

} // namespace knobscope
