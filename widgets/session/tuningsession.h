// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/networktuning.h"
#include "core/loop/preparedwork.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

namespace knobscope {

/// How far the tuning of a network is.
struct NetworkProgress {
    std::string network;
    SharedPoint point;
    double untunedSeconds = 0; ///< the layers' sum; 0: not known
    double secondsLeft = -1;   ///< of the budget; -1: it is one of trials
    int64_t trials = 0;        ///< of the budget; 0: it is one of time
    std::string task;          ///< the label of what is tuned now
};

/// A tuning loop in a thread of its own, and the tasks that wait for it. Its events come to the GUI thread at most 20 times a
/// second, all at once. One run at a time; stopping keeps what is finished. When a run ends by itself and nobody starts another
/// in answer to finished(), the first of the queue goes on.
class TuningSession : public QObject
{
    Q_OBJECT
public:
    enum class State : uint8_t { Idle, Running, Paused, Finishing, Stopping };

    TuningSession();
    ~TuningSession() override;

    State state() const { return m_state; }
    bool isRunning() const { return m_thread.joinable(); }
    /// The project's row of the run that goes on or went last; 0 when it is not kept.
    qint64 run() const { return m_run; }
    /// The new file in which the project of the run that ended last is, because the old one was deleted or replaced meanwhile;
    /// empty: it is where it was. Known before finished().
    const QString& rescuedPath() const { return m_rescuedPath; }
    /// What goes on, with its limits as changed since; null when nothing does.
    const LoopTask* current() const { return isRunning() ? m_current.get() : nullptr; }
    /// Of the run that ended last.
    const QString& lastLabel() const { return m_lastLabel; }
    /// Where trials are measured; makeMeasurer() unless a test says otherwise.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    /// Tunes the task; trials are kept in the project file when a path is given. What waits follows it, unless its options say
    /// that it is alone.
    void start(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath);
    /// Tunes a network's layers within one budget; trials are kept in the project file. What waits in the queue goes on waiting.
    /// Refuses a first task that cannot be made.
    Result<void> startNetwork(NetworkTuning tuning, const MeasureOptions& measuring, const QString& projectPath);
    /// Whether that is what goes on.
    bool isTuningNetwork() const { return isRunning() && m_isNetwork; }
    /// What the network came to whose tuning ended last; null where what ended last was none. Known before finished().
    const TunedNetwork* tunedNetwork() const { return m_tuned.get(); }
    void pause();
    void resume();
    /// Ends the run at once; what is in flight is given up. The queue waits.
    void stop();
    /// Ends the run when what is in flight is finished and kept. The queue waits.
    void stopAfterInFlight();
    /// Measures a config of the running task next.
    void addConfig(qint64 index);
    /// Takes the limits of `options` for the running task.
    void changeLimits(const RunOptions& options);

    const std::vector<QueuedTask>& queue() const { return m_queue; }
    /// What waits, after the one of the queue that was started and has no row in the project yet: what a program that was killed
    /// now would not have begun.
    std::vector<QueuedTask> unbegun() const;
    /// Takes the place of all that waits.
    void setQueue(std::vector<QueuedTask> queue);
    qint64 enqueue(LoopTask task, const MeasureOptions& measuring);
    void removeQueued(qint64 id);
    /// Gives a waiting task another place, from 0.
    void moveQueued(qint64 id, int place);
    /// Starts the first of the queue; the others follow. False when nothing waits or a run goes on.
    bool startQueue(const QString& projectPath);

signals:
    /// A run was started: by hand, resumed, or from the queue.
    void started(const QString& label, const QString& tuner);
    void stateChanged();
    /// The queue or unbegun() changed.
    void queueChanged();
    /// The run has a row in the project; before its first trial.
    void runStored(qint64 run);
    /// Trials of the run were handed to the project's writer.
    void trialsStored(qint64 run);
    /// Trials of the run that were told of before have other results now: they are failures, or quicker. At the run's end.
    void trialsCorrected(qint64 run);
    void progressed(const knobscope::Progress& progress);
    /// Instead of progressed() while a network is tuned.
    void networkProgressed(const knobscope::NetworkProgress& progress);
    /// The network that is tuned was run end to end.
    void networkRun(const knobscope::WholeRun& run);
    /// `config`: which one it is about; -1: none.
    void logged(const knobscope::Sentence& line, bool isProblem, qint64 config);
    /// The run's figures are doubtful: the machine is busy. Once a session, and not logged().
    void warned(const knobscope::Sentence& sentence);
    /// `problem` is empty unless the run could not start or go on.
    void finished(const knobscope::RunFinished& result, const knobscope::Sentence& problem);

private:
    struct News;
    struct Shared;
    struct Surroundings;
    using Work = std::function<Result<RunFinished>(const Surroundings&)>;
    void launch(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath, Work work);
    static void loop(Shared& shared, const std::string& path, const Target& target, const MeasureOptions& measuring,
                     const MeasurerMaker& make, const Work& work);
    void deliver();
    void tell(const News& news);
    void beginNoMore();
    void end();
    void setState(State state);
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<LoopTask> m_current;
    std::vector<QueuedTask> m_queue;
    std::optional<QueuedTask> m_fromQueue; ///< until it has a row in the project
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    QString m_path;
    QString m_lastLabel;
    QString m_rescuedPath;
    State m_state = State::Idle;
    bool m_goesOn = false; ///< with the queue, after this run
    bool m_isNetwork = false;
    std::shared_ptr<const TunedNetwork> m_tuned;
    qint64 m_lastId = 0;
    qint64 m_run = 0;
    std::thread m_thread;
    QTimer m_timer;
};

} // namespace knobscope
