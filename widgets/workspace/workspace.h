// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "core/store/project.h"
#include "core/task/task.h"
#include "widgets/background/latestwork.h"
#include "widgets/session/tuningsession.h"
#include "widgets/translation/coretext.h"
#include "widgets/workspace/filters.h"
#include "widgets/workspace/preparation.h"
#include "widgets/workspace/projectwatch.h"
#include "widgets/workspace/selection.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace knobscope {

class CodeWorker;
class Networks;
struct ResumableRun;

enum class MessageLevel : uint8_t { Info, Warning, Error };

/// What all views share: the open project, the current task with its edits, one selection, one set of filters, the live run.
/// There is always a project once something was measured: until a person saves it, runs are kept in an unnamed one in the
/// data folder, so that nothing is lost. GUI thread only.
class Workspace : public QObject
{
    Q_OBJECT
public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    Selection& selection() { return m_selection; }
    Filters& filters() { return m_filters; }
    TuningSession& session() { return m_session; }
    Networks& networks() { return *m_networks; }
    /// Makes compiled code for all views, one request at a time; kept warm. Asked from threads of their own, which keep it.
    std::shared_ptr<CodeWorker> codeWorker() const { return m_codeWorker; }

    // --- the project ---
    /// Empty while nothing was measured or opened.
    const QString& projectPath() const { return m_path; }
    bool isUntitled() const { return m_untitled; }
    /// This thread's connection for reading; null without a project, and while one that was deleted is rescued. Queries here must
    /// take less than a frame.
    Project* project() { return m_project ? &*m_project : nullptr; }
    /// `untitled`: it is an unnamed one of an earlier time.
    Result<void> openProject(const QString& path, bool untitled = false);
    /// Copies everything to `path` (with what is not checkpointed yet) in the background, and goes on there. Refused while
    /// anything writes to the project; nothing does until `then` was told how it went.
    void saveProjectAs(const QString& path, const std::function<void(const Result<void>&)>& then);
    void closeProject();
    /// The file that the next run writes to; makes the unnamed one when there is none.
    Result<QString> ensureProject();
    /// All runs, in the order started; as of the last runsChanged().
    const std::vector<RunRow>& runs() const { return m_runs; }
    const RunRow* run(qint64 id) const;
    /// Reads the list of runs again: something other than the session wrote one.
    void reloadRuns();
    /// Takes in what another program wrote to the project since the last look; otherwise it is looked at once a second.
    void lookAtFile();
    /// Waits for the end of a rescue of the lost file, if one goes on: what it held would be gone with the program.
    void finishRescue()
    {
        if (!m_project && !m_path.isEmpty()) {
            m_saving.finishNow();
        }
    }
    /// The task that a run tuned, with its edits; null when this version cannot make it.
    std::shared_ptr<const Task> taskOfRun(qint64 run);

    // --- the current task ---
    /// With its edits; null when none is open.
    std::shared_ptr<const Task> task() const { return m_task; }
    const QString& taskLabel() const { return m_label; }
    /// Without edits: with those that the task had last.
    Result<void> openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target,
                          std::optional<std::vector<SpaceEdit>> edits = std::nullopt);
    /// The task that a run tuned, with the edits that it had last; the run's own when it was never edited.
    Result<void> openTaskOfRun(qint64 run);
    /// What a person has edited, whichever task is current. It stays with the project; without one, until there is one.
    const Preparation::EditsOfTasks& editsOfTasks() const { return m_preparation.edits(); }
    /// For a start without a project.
    void setEditsOfTasks(Preparation::EditsOfTasks edits) { m_preparation.setEdits(std::move(edits)); }
    std::vector<SpaceEdit> editsOf(const std::string& workload) const { return m_preparation.editsOf(workload); }
    /// A task with its edits; without them where this version cannot make them, which is said.
    Result<Task> editedTask(const std::string& name, const nlohmann::json& args, const Target& target);
    /// The newest run of the open project that tuned the current task, whatever its edits; nullptr: none did.
    const RunRow* newestRun();
    /// Lets all views that show a run show that one: a person turns to another task.
    void showNewestRun();
    /// Has tasks put in the queue by who knows the options.
    void wantQueued(const std::vector<LoopTask>& tasks) { emit queueWanted(tasks); }
    /// Has a network tuned as a whole by who knows how tasks are tuned: its `run` is yet to be filled in.
    void wantNetworkTuned(const NetworkTuning& tuning) { emit networkTuningWanted(tuning); }
    /// Has a file opened as if it were dropped on the window.
    void wantOpened(const QString& path) { emit fileWanted(path); }
    /// The same task with other edits, which are the task's from now on.
    Result<void> setEdits(std::vector<SpaceEdit> edits);
    /// The current config: of the chosen trial, or picked by hand; -1 when there is none. An index in task()->space.
    qint64 config() const { return m_config; }
    void setConfig(qint64 index);

    // --- running ---
    /// How kernels are built and timed here, in runs and outside of them.
    const MeasureOptions& measuring() const { return m_measuring; }
    void setMeasuring(const MeasureOptions& options)
    {
        const bool hasOtherThreads = options.threads != m_measuring.threads;
        m_measuring = options;
        if (hasOtherThreads) {
            emit threadsChanged();
        }
    }
    /// The run that goes on is one of the current task.
    bool isTuningTask() const;
    /// Tunes the current task, and then what waits, or not. Refused without a task and while another run goes on.
    Result<void> startRun(const RunOptions& options, const MeasureOptions& measuring,
                          TuningSession::Queue queue = TuningSession::Queue::Follows);
    /// Tunes a network's layers within one budget; refused as startRun() is.
    Result<void> startNetwork(const NetworkTuning& tuning, const MeasureOptions& measuring);
    /// Tunes what waits, one after the other; refused as startRun() is.
    Result<void> startQueue();
    /// Goes on with a run that was stopped or killed once its trials are read; `trials` > 0 replaces its budget. Its task
    /// becomes the current one unless it is, with other edits perhaps, which stay. What stands in the way later is a message.
    Result<void> resumeRun(qint64 run, qint64 trials = 0);
    /// Refused, with the reason, while a run or something else measures: two would disturb each other.
    Result<void> mayMeasure() const;
    /// The same for what is kept in the project: refused, too, where the file is read-only, was deleted or replaced (it is being
    /// rescued then), or another program tunes into it.
    Result<void> mayWrite();
    /// What measures here beside the session, for mayMeasure(): "The neighbours of the best config"; empty: nothing does.
    void setOtherMeasurement(const QString& what) { m_otherMeasurement = what; }
    /// What else must not be disturbed or would disturb, as the sentence that mayMeasure() refuses with; empty: nothing.
    void setOtherWork(const QString& sentence) { m_otherWork = sentence; }

    /// `config`: which one of the run that goes on, or ended last, it is about; -1: none.
    void say(MessageLevel level, const QString& text, qint64 config = -1) { emit message(level, text, config); }
    /// The same for what failed.
    void say(const Error& error) { say(MessageLevel::Error, coreText(error)); }

signals:
    void projectChanged();
    /// The same project is another file from now on: it was saved elsewhere or rescued. Before projectChanged().
    void projectMoved();
    void runsChanged();
    /// Trials of a run are in the project that were not before; at most 20 times a second.
    void trialsAdded(qint64 run);
    /// Trials of a run that were in the project are not what they were: what was read of it is out of date.
    void trialsChanged(qint64 run);
    void taskChanged();
    /// Those of measuring().
    void threadsChanged();
    void runWanted(qint64 run);
    void fileWanted(const QString& path);
    /// A person wants these tuned one after the other, with the options of the moment.
    void queueWanted(const std::vector<knobscope::LoopTask>& tasks);
    void networkTuningWanted(const knobscope::NetworkTuning& tuning);
    void editsChanged();
    /// Those of any task.
    void editsOfTasksChanged();
    void configChanged();
    void message(knobscope::MessageLevel level, const QString& text, qint64 config);

private:
    void followSelection();
    void followSession();
    void watchProject();
    void rescueLost();
    Result<void> openTunedTask(const QString& label, const Task& tuned);
    Result<void> resume(const Result<ResumableRun>& resumable);
    Result<void> goOnIn(const QString& path);
    Result<void> moveTo(const QString& path, bool untitled);
    /// The project's file, if it may be written to now.
    Result<QString> fileToWrite();
    Selection m_selection;
    Filters m_filters;
    std::unique_ptr<Networks> m_networks;
    TuningSession m_session;
    Preparation m_preparation;
    LatestWork m_saving;
    LatestWork m_resuming;
    std::shared_ptr<CodeWorker> m_codeWorker;
    QString m_path;
    bool m_untitled = false;
    std::optional<Project> m_project;
    ProjectWatch m_watch;
    std::vector<RunRow> m_runs;
    std::map<int64_t, std::shared_ptr<const Task>> m_tasksOfRuns; ///< by run
    std::shared_ptr<const Task> m_task;
    QString m_label;
    qint64 m_config = -1;
    MeasureOptions m_measuring;
    QString m_otherMeasurement;
    QString m_otherWork;
    QTimer m_fileWatch; ///< looks for what other programs write to the project
    qint64 m_fileVersion = 0;
};

} // namespace knobscope
