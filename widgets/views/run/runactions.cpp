// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of the Run panel, and why an action is unavailable.
#include "widgets/controls/actionregistry.h"
#include "widgets/project/targetchoice.h"
#include "widgets/views/run/queueview.h"
#include "widgets/views/run/runview.h"

namespace knobscope {

/// Returns an empty text if the current task can be tuned on this machine.
QString RunView::taskObstacle() const
{
    const auto task = workspace().task();
    return task ? runObstacle(task->target) : workspace().missingTask();
}

/// Returns an empty text if a run can start: of the queue if it is not empty and `usesQueue`, else of the current task.
QString RunView::startObstacle(bool usesQueue) const
{
    const auto allowed = workspace().checkCanMeasure();
    const bool isWaiting = usesQueue && !workspace().session().queue().empty();
    return !allowed ? coreText(allowed.error()) : isWaiting ? QString() : taskObstacle();
}

void RunView::addActions(ActionRegistry& registry)
{
    registry.add(
        {QStringLiteral("run.start"), tr("&Start"), QKeySequence(Qt::CTRL | Qt::Key_R), QStringLiteral("media-playback-start")},
        [this] { start(); }, [this] { return startObstacle(true); });
    registry.add(
        "run.startTask", tr("St&art Only the Current Task"), {}, [this] { startTask(true); },
        [this] { return startObstacle(false); });
    m_pauseAction = registry.add({QStringLiteral("run.pause"), tr("&Pause or Continue"),
                                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), QStringLiteral("media-playback-pause")},
                                 [this] { pauseOrResume(); });
    m_stopAction = registry.add(
        {QStringLiteral("run.stop"), tr("S&top"), QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("media-playback-stop")},
        [this] { stop(); });
    m_finishAction = registry.add("run.stopAfterBatch", tr("Stop A&fter Trials in Progress"),
                                  Qt::CTRL | Qt::SHIFT | Qt::Key_Period, [this] { stopAfterInFlight(); });
    registry.add(
        "run.enqueueTask", tr("Add the Current Task to the &Queue"), {}, [this] { addTaskToQueue(); },
        [this] { return taskObstacle(); });
    registry.add(
        "run.enqueueNetwork", tr("Add All Tasks of the &Network to the Queue"), {}, [this] { addNetworkToQueue(); },
        [this] {
            const QString reason = taskObstacle();
            return reason.isEmpty() && !workspace().taskLabel().contains(QLatin1Char(':'))
                     ? tr("Choose a task of a network first.")
                     : reason;
        });
    updateState();
}

} // namespace knobscope
