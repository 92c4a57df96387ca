// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/project/openproject.h"

namespace knobscope {

class CodeWorker;
class Networks;
class TaskStandings;
struct ResumableRun;

/// State shared by all views: the open project, the current task and config, the measuring options, and requests from one view to
/// another. GUI thread only.
class Workspace : public OpenProject
{
    Q_OBJECT
public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    Networks& networks() { return *m_networks; }
    /// Why a network cannot be renamed now, as a sentence; empty: it can.
    QString renamingObstacle(const QString& id) const;
    /// Names an opened network; an empty name is that of its file. Tasks, the queue, and the open project's runs and notes
    /// follow. Errors are sentences for the user; a project that cannot be written is reported as a message.
    Result<void> renameNetwork(const QString& id, const QString& name);
    /// Results of the open project's tasks, read once for all views.
    TaskStandings& standings() { return *m_standings; }
    /// The process that compiles code for all views, one request at a time, reused. Views call it from their own threads, which
    /// share ownership.
    std::shared_ptr<CodeWorker> codeWorker() const { return m_codeWorker; }
    /// Keeps the current task with its edits.
    void closeProject();

    // --- the current task ---
    /// The current task with its edits; null if none is open.
    std::shared_ptr<const Task> task() const { return m_task; }
    const QString& taskLabel() const { return m_label; }
    /// The message to show where a task is needed; empty if there is one.
    QString missingTask() const { return m_task ? QString() : tr("Choose a task first."); }
    /// Opens a task; if `edits` is nullopt with the task's last edits.
    Result<void> openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target,
                          std::optional<std::vector<SpaceEdit>> edits = std::nullopt);
    /// Opens the task of a run with the task's last edits; with the run's edits if it was never edited.
    Result<void> openTaskOfRun(qint64 run);
    /// Creates a task with its last edits; without them, and with a message, if this version cannot apply them.
    Result<Task> editedTask(const std::string& name, const nlohmann::json& args, const Target& target);
    /// The newest run of the open project on the current task, with any edits; nullptr: none.
    const RunRow* newestRun() const;
    /// Makes all views of a run show that one, after the user has switched tasks.
    void showNewestRun();
    /// Opens the same task with other edits, which become the task's last edits.
    Result<void> setEdits(std::vector<SpaceEdit> edits);
    /// Index of the current config in task()->space: of the selected trial, or picked by hand; -1: none.
    qint64 config() const { return m_config; }
    /// Picks a config by hand, which deselects the selected trial.
    void setConfig(qint64 index);
    /// Selects trials of the session before. They open their task only if none is open: edits and a config picked since then
    /// stay.
    void restoreSelection(std::vector<TrialRef> trials);
    /// Queries the values of the hovered trial; nullopt unless it belongs to the current task, with any edits.
    void askHoveredValues(QObject* asker, std::function<void(const std::optional<ConfigEntity>&)> take);

    // --- running ---
    /// How kernels are built and timed, in runs and single measurements.
    const MeasureOptions& measuring() const { return m_measuring; }
    void setMeasuring(const MeasureOptions& options);
    /// Whether the active run tunes the current task.
    bool isTuningTask();
    /// Tunes the current task and then the queue, unless the options exclude that. Error without a task or while something else
    /// is measured.
    Result<void> startRun(const RunOptions& options, const MeasureOptions& measuring);
    /// Tunes a network's layers within one budget; same errors as startRun().
    Result<void> startNetwork(const NetworkTuning& tuning, const MeasureOptions& measuring);
    /// Tunes the queued tasks one after the other; same errors as startRun().
    Result<void> startQueue();
    /// Resumes a run that was stopped or killed, after reading its trials; `trials` > 0 replaces its budget. Makes its task the
    /// current one; if it is already, keeps its current edits. The queue follows if it did in the original run. Later problems
    /// are reported as messages.
    Result<void> resumeRun(qint64 run, qint64 trials = 0);

signals:
    void taskChanged();
    /// The label of the current task changed, not the task.
    void taskRenamed();
    /// Edits of the current task.
    void editsChanged();
    void configChanged();
    /// The number of threads in measuring() changed.
    void threadsChanged();
    /// This machine's peak performance was measured and stored.
    void peaksChanged();
    // Requests from one view, handled by the component that can carry them out:
    void runWanted(qint64 run);
    /// Requests that the view with this id be shown and get the focus.
    void viewWanted(const QString& id);
    /// Requests opening a file as if it were dropped on the window.
    void fileWanted(const QString& path);
    /// Requests opening a schedule by hand in the workshop; `name` is that of its template.
    void scheduleWanted(const QString& text, const QString& name);
    /// Requests tuning of these tasks one after the other, with the current options.
    void queueWanted(const std::vector<knobscope::LoopTask>& tasks);
    /// Requests tuning of the current task at once, before the queue.
    void taskTuningWanted();
    /// Requests tuning of a network as a whole; the receiver fills in `run`.
    void networkTuningWanted(const knobscope::NetworkTuning& tuning);

private:
    void followSelection();
    void showConfig(TrialRef trial, const TrialConfig& chosen);
    void dropTrial();
    void setTask(std::shared_ptr<const Task> task, const QString& label, qint64 config);
    Result<void> openTunedTask(const QString& label, const Task& tuned);
    Result<void> resume(const Result<ResumableRun>& resumable);
    std::unique_ptr<Networks> m_networks;
    std::unique_ptr<TaskStandings> m_standings;
    LatestWork m_resuming{JobLength::Long};
    std::shared_ptr<CodeWorker> m_codeWorker;
    std::shared_ptr<const Task> m_task;
    QString m_label;
    qint64 m_config = -1;
    std::optional<ConfigEntity> m_hiddenConfig; ///< last chosen config while edits exclude it and no other is chosen
    bool m_followsSelection = true; ///< the selected trial opens its task and config
    MeasureOptions m_measuring;
};

} // namespace knobscope
