// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/measurenow.h"

#include "core/loop/byhand.h"
#include "core/measure/emulatedcheck.h"
#include "core/measure/kernelmessage.h"
#include "core/stats/statistics.h"
#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"

#include <QCoreApplication>
#include <QFile>

namespace knobscope {

namespace {

struct TimingWords {
    Q_DECLARE_TR_FUNCTIONS(TimingWords)
};

QString worth(const Timing& timing)
{
    const QString speedup = number(timing.speedup, 3);
    return timing.speedupLow > 0 ? TimingWords::tr("%1 times as fast as untuned (%2 to %3)")
                                       .arg(speedup, number(timing.speedupLow, 3), number(timing.speedupHigh, 3))
                                 : TimingWords::tr("%1 times as fast as untuned").arg(speedup);
}

QString asItRan(const Timing& timing)
{
    QStringList parts{TimingWords::tr("%1 ms as it ran").arg(milliseconds(timing.secondsNow))};
    if (timing.pace > 0) {
        parts << TimingWords::tr("at %1 % of the machine's pace").arg(number(100 * timing.pace, 0));
    }
    if (timing.pairs > 0) {
        parts << TimingWords::tr("%n pair(s)", nullptr, timing.pairs);
    }
    return parts.join(TimingWords::tr(", "));
}

/// Nothing where it was cancelled.
Result<std::optional<MeasureResult>> measureOne(const Task& task, const ConfigEntity& entity,
                                                const MeasureNow::MeasurerMaker& make, const MeasureOptions& options,
                                                const std::atomic<bool>& isCancelled)
{
    const auto measurer = TRY(make(task.target, options));
    TRY(measurer->accepts(task));
    TRY(measurer->submit(0, {taskToJson(task), entity}));
    while (!isCancelled) {
        if (auto done = measurer->next(std::chrono::milliseconds(50))) {
            if (done->second.isUntried) {
                return fail(ErrorCode::Io, "{}", done->second.why);
            }
            return isCancelled ? std::nullopt : std::optional(std::move(done->second));
        }
    }
    measurer->stop();
    return std::nullopt;
}

} // namespace

QString timingWords(double gflops, double seconds, const Timing& timing)
{
    const bool isAtFullPace = timing.speedup > 0;
    QStringList lines{(isAtFullPace ? TimingWords::tr("%1 GFLOPS, %2 ms at full pace") : TimingWords::tr("%1 GFLOPS, %2 ms"))
                          .arg(number(gflops, 1), milliseconds(seconds))};
    if (isAtFullPace) {
        lines << worth(timing);
    }
    if (timing.secondsNow > 0) {
        lines << asItRan(timing);
    }
    if (const auto levels = twoLevels(timing.candidate)) {
        lines << TimingWords::tr("Two levels: %1 ms and, %2 % of the time, %3 ms. The machine changed its pace.")
                     .arg(milliseconds(levels->low), number(levels->highShare * 100, 0), milliseconds(levels->high));
    }
    if (doubtOf(timing) > 0) {
        lines << TimingWords::tr("The machine is not steady: the speed-up is known to %1 % only.")
                     .arg(number(doubtOf(timing) * 100, 1));
    }
    return lines.join(QLatin1Char('\n'));
}

MeasureNow::MeasureNow(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    connect(&workspace.session(), &TuningSession::runStored, &m_work, &LatestWork::stop);
}

const MeasureResult* MeasureNow::result() const
{
    return m_result && m_config == m_workspace.config() && m_task == m_workspace.task() ? &*m_result : nullptr;
}

void MeasureNow::cancel()
{
    m_work.stop();
    emit said(tr("Cancelling…"), false);
}

void MeasureNow::measure(const ConfigEntity& config)
{
    const QString index = number(m_workspace.config());
    if (m_workspace.isTuningTask()) {
        m_workspace.session().addConfig(m_workspace.config());
        emit said(tr("Config %1 is measured next in the run that goes on.").arg(index), false);
        return;
    }
    if (const auto allowed = m_workspace.mayWrite(); !allowed) {
        emit said(coreText(allowed.error()), true);
        return;
    }
    m_result.reset();
    m_task = m_workspace.task();
    m_label = m_workspace.taskLabel();
    m_path = m_workspace.projectPath();
    m_config = m_workspace.config();
    m_options = m_workspace.measuring();
    m_options.check = true;
    m_options.thorough = m_options.paired;
    m_work.ask([task = m_task, config, options = m_options,
                make = m_makeMeasurer](const std::atomic<bool>& stop) { return measureOne(*task, config, make, options, stop); },
               [this](const Result<std::optional<MeasureResult>>& measured) { take(measured); });
    const QString doing = tr("Measuring config %1…").arg(index);
    m_workspace.tellOfWork({&m_work, doing});
    emit said(doing, false);
    emit changed();
}

void MeasureNow::take(const Result<std::optional<MeasureResult>>& measured)
{
    emit changed();
    const QString which = tr("Config %1").arg(number(m_config));
    if (!measured) {
        emit said(tr("%1 could not be measured: %2").arg(which, coreText(measured.error())), true);
        return;
    }
    if (!*measured) {
        emit said(tr("Measuring was cancelled."), false);
        return;
    }
    const MeasureResult& result = **measured;
    m_result = result;
    keep(result);
    if (result.error != MeasureError::None) {
        emit said(tr("%1: %2. %3").arg(which, coreWords(errorText(result.error)), coreText(result.why)), true);
        return;
    }
    QStringList lines{tr("%1: right answer, built in %2 ms").arg(which, number(result.buildSeconds * 1e3, 0)),
                      timingWords(m_task->autotvmFlops / result.meanCost() / 1e9, result.meanCost(), result.timing)};
    if (result.isAnchor) {
        lines << tr("No untuned config works here: speed-ups are relative to this one.");
    }
    if (!result.why.empty()) {
        lines << coreText(result.why);
    }
    emit said(lines.join(QLatin1Char('\n')), false);
}

void MeasureNow::emulate(const ConfigEntity& config)
{
    const QString which = tr("Config %1").arg(number(m_workspace.config()));
    const QString doing = tr("%1 is run on the CPU…").arg(which);
    emit said(doing, false);
    m_emulation.ask(
        [task = m_workspace.task(), config, options = m_workspace.measuring()] {
            return checkEmulated(taskToJson(*task), std::span(&config, 1), options);
        },
        [this, which](const Result<std::vector<EmulatedResult>>& checked) {
            if (!checked) {
                emit said(tr("%1 could not be emulated: %2").arg(which, coreText(checked.error())), true);
                return;
            }
            const EmulatedResult& result = checked->front();
            if (result.error != MeasureError::None) {
                emit said(tr("%1: %2. %3").arg(which, coreWords(errorText(result.error)), coreText(result.why)), true);
                return;
            }
            emit said(tr("%1: right answer on the CPU, in several orders of its threads (largest error %2). That says nothing of "
                         "its speed.")
                          .arg(which, figures(result.relativeError, 2)),
                      false);
        });
    m_workspace.tellOfWork({&m_emulation, doing});
}

void MeasureNow::keep(const MeasureResult& result)
{
    const auto entity = m_task->space.at(m_config);
    const bool isThere = QFile::exists(m_path); // else it was none, or has moved
    const auto path = !entity ? fail(entity) : isThere ? Result<QString>(m_path) : m_workspace.ensureProject();
    if (!path) {
        m_workspace.say(path.error());
        return;
    }
    m_keeping.finishNow(); // none is left out
    m_keeping.ask([path = path->toStdString(), task = m_task, result, entity = *entity, label = m_label.toStdString(),
                   options = m_options] { return keepByHand(path, *task, label, entity, result, options); },
                  [this](const Result<int64_t>& kept) {
                      if (kept) {
                          m_workspace.reloadRuns();
                      } else {
                          m_workspace.say(kept.error());
                      }
                  });
}

} // namespace knobscope
