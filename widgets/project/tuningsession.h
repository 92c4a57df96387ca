// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/configlist.h"
#include "core/tuning/networktuning.h"
#include "core/tuning/preparedwork.h"
#include "core/tuning/runsentence.h"
#include "core/worker/makemeasurer.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

namespace knobscope {

/// A tuning loop in a thread of its own, with a queue of tasks. Batches its events to the GUI thread, at most 20 times a second.
/// One run at a time; stopping keeps finished trials. When a run ends by itself and no listener of finished() starts another, the
/// first queued task starts.
class TuningSession : public QObject
{
    Q_OBJECT
public:
    enum class State : uint8_t { Idle, Running, Paused, Finishing, Stopping };

    TuningSession();
    ~TuningSession() override;

    State state() const { return m_state; }
    bool isRunning() const { return m_thread.joinable(); }
    /// Row id of the current or last run in the open project; 0 if it is not stored there.
    qint64 run() const { return m_run; }
    /// Forgets the last run, when another project is opened.
    void forgetRun() { m_run = 0; }
    /// The new file that holds the project of the last run, if the old file was deleted or replaced meanwhile; empty otherwise.
    /// Set before finished().
    const QString& rescuedPath() const { return m_rescuedPath; }
    /// The running task with its limits as changed since; null if idle.
    const LoopTask* current() const { return isRunning() ? m_current.get() : nullptr; }
    /// Label of the run that ended last.
    const QString& lastLabel() const { return m_lastLabel; }
    /// Creates the measurer; makeMeasurer() unless a test overrides it.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    /// For the measurements of single configs, too.
    const MeasurerMaker& measurerMaker() const { return m_makeMeasurer; }
    /// Tunes the task; stores trials in the project file if a path is given. Continues with the queue afterwards, unless the
    /// task's options exclude that.
    void start(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath);
    /// Tunes a network's layers within one budget; stores trials in the project file. The queue stays on hold. Returns an error
    /// if the first task cannot be created.
    Result<void> startNetwork(NetworkTuning tuning, const MeasureOptions& measuring, const QString& projectPath);
    /// Measures a task's configs in order, as a run of the project. The queue stays on hold.
    void startList(const ConfigList& list, const MeasureOptions& measuring, const QString& projectPath);
    /// Whether the current run tunes one task: its limits can be changed and configs can be added.
    bool isTuningTask() const { return isRunning() && m_kind == Kind::Task; }
    /// Whether the current run tunes a network.
    bool isTuningNetwork() const { return isRunning() && m_kind == Kind::Network; }
    /// Result of the last run if it tuned a network; else null. Set before finished().
    const TunedNetwork* tunedNetwork() const { return m_tuned.get(); }
    void pause();
    void resume();
    /// Stops the run at once and discards trials in flight. The queue stays on hold.
    void stop();
    /// Stops the run after trials in flight are finished and stored. The queue stays on hold.
    void stopAfterInFlight();
    /// Adds a config of the running task to measure next.
    void addConfig(qint64 index);
    /// Sets the limits of the running task from `options`.
    void changeLimits(const RunOptions& options);

    const std::vector<QueuedTask>& queue() const { return m_queue; }
    /// The queued tasks, preceded by a started one that has no row in the project yet: the tasks to restore if the program is
    /// killed now.
    std::vector<QueuedTask> notYetStarted() const;
    /// Replaces the queue.
    void setQueue(std::vector<QueuedTask> queue);
    qint64 enqueue(LoopTask task, const MeasureOptions& measuring);
    void removeQueued(qint64 id);
    /// Moves a queued task to another position, from 0.
    void moveQueued(qint64 id, int place);
    /// Starts the first queued task; the others follow. Returns false if the queue is empty or a run is active.
    bool startQueue(const QString& projectPath);

signals:
    /// A run started: by hand, resumed, or from the queue.
    void started(const QString& label, const QString& tuner);
    void stateChanged();
    /// The queue or notYetStarted() changed.
    void queueChanged();
    /// The run has a row in the project; emitted before its first trial.
    void runStored(qint64 run);
    /// Trials of the run were passed to the project's writer.
    void trialsStored(qint64 run);
    /// Already reported trials of the run have new results: failures, or shorter times. Emitted at the run's end.
    void trialsCorrected(qint64 run);
    void progressed(const knobscope::Progress& progress);
    /// Emitted instead of progressed() while a network is tuned.
    void networkProgressed(const knobscope::NetworkProgress& progress);
    /// The network being tuned was run end to end.
    void networkRun(const knobscope::WholeRun& run);
    /// `config` is the index of the related config; -1: none.
    void logged(const knobscope::Sentence& line, bool isProblem, qint64 config);
    /// The run's times are unreliable because the machine is busy. Once per session, not repeated by logged().
    void warned(const knobscope::Sentence& sentence);
    /// `problem` is empty unless the run could not start or continue.
    void finished(const knobscope::RunFinished& result, const knobscope::Sentence& problem);

private:
    struct Events;
    struct SharedState;
    struct RunContext;
    using Work = std::function<Result<RunFinished>(const RunContext&)>;
    void launch(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath, Work work);
    static void loop(SharedState& shared, const std::string& path, const Target& target, const MeasureOptions& measuring,
                     const MeasurerMaker& make, const Work& work);
    void deliver();
    void emitEvents(const Events& events);
    void clearPending();
    void end();
    void setState(State state);
    std::shared_ptr<SharedState> m_shared;
    std::shared_ptr<LoopTask> m_current;
    std::vector<QueuedTask> m_queue;
    std::optional<QueuedTask> m_fromQueue; ///< until it has a row in the project
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    QString m_path;
    QString m_lastLabel;
    QString m_rescuedPath;
    State m_state = State::Idle;
    bool m_continuesQueue = false; ///< continues with the queue after this run
    enum class Kind : uint8_t { Task, Network, List } m_kind = Kind::Task;
    std::shared_ptr<const TunedNetwork> m_tuned;
    qint64 m_lastId = 0;
    qint64 m_run = 0;
    std::thread m_thread;
    QTimer m_timer;
};

} // namespace knobscope
