// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/singlemeasurement.h"

#include "core/tuning/manualtrial.h"
#include "core/worker/emulatedcheck.h"
#include "core/worker/kernelmessage.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"

#include <QCoreApplication>

namespace knobscope {

namespace {

struct TimingWords {
    Q_DECLARE_TR_FUNCTIONS(TimingWords)
};

QString speedupText(const Timing& timing)
{
    const QString speedup = number(timing.speedup, 3);
    return timing.speedupLow > 0 ? TimingWords::tr("%1 times as fast as untuned (%2 to %3)")
                                       .arg(speedup, number(timing.speedupLow, 3), number(timing.speedupHigh, 3))
                                 : TimingWords::tr("%1 times as fast as untuned").arg(speedup);
}

QString actualRunText(const Timing& timing)
{
    QStringList parts{TimingWords::tr("%1 ms as measured").arg(milliseconds(timing.secondsNow))};
    if (timing.pace > 0) {
        parts << TimingWords::tr("clock ratio %1 %").arg(number(100 * timing.pace, 0));
    }
    if (timing.pairs > 0) {
        parts << TimingWords::tr("%n pair(s)", nullptr, timing.pairs);
    }
    return parts.join(TimingWords::tr(", "));
}

/// Empty if it was cancelled.
Result<std::vector<MeasureResult>> measureEach(const Task& task, const std::vector<ConfigEntity>& configs,
                                               const TuningSession::MeasurerMaker& make, const MeasureOptions& options,
                                               const std::atomic<bool>& isCancelled)
{
    const auto measurer = TRY(make(task.target, options));
    return measureAll(*measurer, task, configs, &isCancelled);
}

} // namespace

QString timingText(const QString& speed, double seconds, const Timing& timing)
{
    const bool isAtFullPace = timing.speedup > 0;
    QStringList lines{(isAtFullPace ? TimingWords::tr("%1, %2 ms at full speed") : TimingWords::tr("%1, %2 ms"))
                          .arg(speed, milliseconds(seconds))};
    if (isAtFullPace) {
        lines << speedupText(timing);
    }
    if (timing.secondsNow > 0) {
        lines << actualRunText(timing);
    }
    for (const Sentence& remark : timingRemarks(timing)) {
        lines << coreText(remark);
    }
    return lines.join(QLatin1Char('\n'));
}

SingleMeasurement::SingleMeasurement(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
}

QString SingleMeasurement::nameOf(const Subject& subject) const
{
    const QString index = number(*subject.config.index);
    return isOfTask(subject) ? tr("Config %1").arg(index) : tr("Config %1 of %2").arg(index, subject.label);
}

bool SingleMeasurement::isOfTask(const Subject& subject) const
{
    const auto task = m_workspace.task();
    return task == subject.task || (task && subject.task && taskToJson(*task) == taskToJson(*subject.task));
}

const MeasureResult* SingleMeasurement::result() const
{
    return m_result && m_subject.config.index == m_workspace.config() && isOfTask(m_subject) ? &*m_result : nullptr;
}

void SingleMeasurement::cancel()
{
    m_work.stop();
    emit statusChanged(tr("Cancelling…"), false);
}

void SingleMeasurement::measure(const ConfigEntity& config)
{
    start({config});
}

void SingleMeasurement::measureChange(const ConfigEntity& before, const ConfigEntity& after)
{
    start({before, after});
}

void SingleMeasurement::start(std::vector<ConfigEntity> configs)
{
    const QString index = number(*configs.back().index);
    if (m_workspace.isTuningTask()) {
        for (const ConfigEntity& config : configs) {
            m_workspace.session().addConfig(*config.index);
        }
        emit statusChanged(tr("Config %1 is measured next in the current run.").arg(index), false);
        return;
    }
    if (const auto file = m_workspace.fileToWrite(); !file) {
        emit statusChanged(coreText(file.error()), true);
        return;
    }
    m_result.reset();
    m_before = configs.size() > 1 ? std::optional(configs.front()) : std::nullopt;
    m_subject = {m_workspace.task(), m_workspace.taskLabel(), configs.back()};
    m_options = m_workspace.measuring();
    m_options.check = true;
    m_options.thorough = m_options.paired;
    m_work.ask([task = m_subject.task, configs, options = m_options, make = m_workspace.session().measurerMaker()](
                   const std::atomic<bool>& stop) { return measureEach(*task, configs, make, options, stop); },
               [this](const Result<std::vector<MeasureResult>>& measured) { finish(measured); });
    m_workspace.registerMeasurement(m_work, tr("Config %1 of %2").arg(index, m_subject.label));
    emit statusChanged(tr("Measuring config %1…").arg(index), false);
    emit changed();
}

void SingleMeasurement::finish(const Result<std::vector<MeasureResult>>& measured)
{
    emit changed();
    if (!measured) {
        emit statusChanged(tr("%1 could not be measured: %2").arg(nameOf(m_subject), coreText(measured.error())), true);
    } else if (measured->empty()) {
        emit statusChanged(tr("Measuring was cancelled."), false);
    } else {
        m_result = measured->back();
        if (m_before) {
            m_beforeResult = measured->front();
            store(*m_before, m_beforeResult);
        }
        store(m_subject.config, *m_result);
        emit statusChanged(resultText(), m_result->error != MeasureError::None);
        if (m_before && isOfTask(m_subject)) {
            emit changeMeasured(*m_before->index, *m_subject.config.index);
        }
    }
}

double SingleMeasurement::gain() const
{
    if (!m_before || !m_result || m_beforeResult.error != MeasureError::None || m_result->error != MeasureError::None) {
        return 0;
    }
    return m_beforeResult.meanCost() / m_result->meanCost(); // both relative to the untuned config, if timed in pairs
}

QString SingleMeasurement::resultText() const
{
    const MeasureResult& result = *m_result;
    const QString which = nameOf(m_subject);
    if (result.error != MeasureError::None) {
        return tr("%1: %2. %3").arg(which, outcomeName(static_cast<int>(result.error)), coreText(result.why));
    }
    QStringList lines{tr("%1: correct result, built in %2 ms").arg(which, number(result.buildSeconds * 1e3, 0)),
                      timingText(FlopsCount::speed(number(m_subject.task->autotvmFlops / result.meanCost() / 1e9, 1),
                                                   speedUnitOf(*m_subject.task)),
                                 result.meanCost(), result.timing)};
    if (gain() > 0) {
        lines.prepend(tr("%1 times as fast as config %2").arg(number(gain(), 2), number(*m_before->index)));
    }
    if (result.isAnchor) {
        lines << tr("No untuned config works here, so speed-ups are relative to this config.");
    }
    if (!result.why.empty()) {
        lines << coreText(result.why);
    }
    return lines.join(QLatin1Char('\n'));
}

void SingleMeasurement::emulate(const ConfigEntity& config)
{
    const Subject subject{m_workspace.task(), m_workspace.taskLabel(), config};
    const QString doing = tr("%1: running on the CPU…").arg(nameOf(subject));
    emit statusChanged(doing, false);
    m_emulation.ask(
        [task = subject.task, config, options = m_workspace.measuring()] {
            return checkEmulated(taskToJson(*task), std::span(&config, 1), options);
        },
        [this, subject](const Result<std::vector<EmulatedResult>>& checked) {
            const QString which = nameOf(subject);
            if (!checked) {
                emit statusChanged(tr("%1 could not be emulated: %2").arg(which, coreText(checked.error())), true);
                return;
            }
            const EmulatedResult& result = checked->front();
            if (result.error != MeasureError::None) {
                emit statusChanged(tr("%1: %2. %3").arg(which, outcomeName(static_cast<int>(result.error)), coreText(result.why)),
                                   true);
                return;
            }
            emit statusChanged(
                tr("%1: correct when emulated on the CPU in several thread orders (largest error %2). Speed is not measured.")
                    .arg(which, figures(result.relativeError, 2)),
                false);
        });
    m_workspace.registerJob({&m_emulation, doing});
}

void SingleMeasurement::store(const ConfigEntity& config, const MeasureResult& measured)
{
    // Rescues the file first if it was deleted meanwhile. No other project can have been opened.
    m_workspace.checkFile();
    const Subject stored{m_subject.task, m_subject.label, config};
    const auto write = [&workspace = m_workspace, subject = stored, what = nameOf(stored), result = measured,
                        options = m_options] {
        workspace.writes().add(
            workspace.projectPath(), what, &workspace, {},
            [path = workspace.projectPath().toStdString(), subject, result, options] {
                return storeManualTrial(path, *subject.task, subject.label.toStdString(), subject.config, result, options);
            },
            [&workspace](const Result<int64_t>& kept) {
                if (!workspace.reportError(kept)) {
                    workspace.reloadRuns();
                }
            });
    };
    if (m_workspace.isRescuing()) {
        connect(&m_workspace, &Workspace::projectMoved, &m_workspace, write, Qt::SingleShotConnection);
    } else {
        write();
    }
}

} // namespace knobscope
