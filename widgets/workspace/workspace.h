// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/workspace/openproject.h"

namespace knobscope {

class CodeWorker;
class Networks;
class TaskStandings;
struct ResumableRun;

/// What all views share: the open project, and with it the current task and its config, how kernels are measured, and what is
/// wanted of other views. GUI thread only.
class Workspace : public OpenProject
{
    Q_OBJECT
public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    Networks& networks() { return *m_networks; }
    /// How far each task of the open project is: read once for all views.
    TaskStandings& standings() { return *m_standings; }
    /// Makes compiled code for all views, one request at a time; kept warm. Asked from threads of their own, which keep it.
    std::shared_ptr<CodeWorker> codeWorker() const { return m_codeWorker; }
    /// The current task stays, with its edits.
    void closeProject();

    // --- the current task ---
    /// With its edits; null when none is open.
    std::shared_ptr<const Task> task() const { return m_task; }
    const QString& taskLabel() const { return m_label; }
    /// What to say to whoever wants something of a task: empty when there is one.
    QString missingTask() const { return m_task ? QString() : tr("Choose a task first."); }
    /// Without edits: with those that the task had last.
    Result<void> openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target,
                          std::optional<std::vector<SpaceEdit>> edits = std::nullopt);
    /// The task that a run tuned, with the edits that it had last; the run's own when it was never edited.
    Result<void> openTaskOfRun(qint64 run);
    /// A task with the edits that a person made last; without them where this version cannot make them, which is said.
    Result<Task> editedTask(const std::string& name, const nlohmann::json& args, const Target& target);
    /// The newest run of the open project that tuned the current task, whatever its edits; nullptr: none did.
    const RunRow* newestRun() const;
    /// Lets all views that show a run show that one: a person turns to another task.
    void showNewestRun();
    /// The same task with other edits, which are the task's from now on.
    Result<void> setEdits(std::vector<SpaceEdit> edits);
    /// The current config: of the chosen trial, or picked by hand; -1 when there is none. An index in task()->space.
    qint64 config() const { return m_config; }
    void setConfig(qint64 index);
    /// Asks for the values of the trial under the pointer; nullopt unless it is of the current task, whatever the edits of
    /// either.
    void askHoveredValues(QObject* asker, std::function<void(const std::optional<ConfigEntity>&)> take);

    // --- running ---
    /// How kernels are built and timed here, in runs and outside of them.
    const MeasureOptions& measuring() const { return m_measuring; }
    void setMeasuring(const MeasureOptions& options);
    /// The run that goes on is one of the current task.
    bool isTuningTask();
    /// Tunes the current task, and then what waits, unless the options say that it is alone. Refused without a task and while
    /// something else is measured.
    Result<void> startRun(const RunOptions& options, const MeasureOptions& measuring);
    /// Tunes a network's layers within one budget; refused as startRun() is.
    Result<void> startNetwork(const NetworkTuning& tuning, const MeasureOptions& measuring);
    /// Tunes what waits, one after the other; refused as startRun() is.
    Result<void> startQueue();
    /// Goes on with a run that was stopped or killed once its trials are read; `trials` > 0 replaces its budget. Its task
    /// becomes the current one unless it is, with other edits perhaps, which stay. What waits follows it if it did when it began.
    /// What stands in the way later is a message.
    Result<void> resumeRun(qint64 run, qint64 trials = 0);

signals:
    void taskChanged();
    /// Of the current task.
    void editsChanged();
    void configChanged();
    /// Those of measuring().
    void threadsChanged();
    /// What this machine can do at most was measured, and kept.
    void peaksChanged();
    // What is wanted is sent by whoever wants it, to whoever knows how it is done:
    void runWanted(qint64 run);
    /// To be opened as if it were dropped on the window.
    void fileWanted(const QString& path);
    /// A person wants these tuned one after the other, with the options of the moment.
    void queueWanted(const std::vector<knobscope::LoopTask>& tasks);
    /// The current task is to be tuned at once, whatever waits.
    void taskTuningWanted();
    /// A network is to be tuned as a whole: its `run` is yet to be filled in.
    void networkTuningWanted(const knobscope::NetworkTuning& tuning);

private:
    void followSelection();
    void showConfig(TrialRef trial, const TrialConfig& chosen);
    void setTask(std::shared_ptr<const Task> task, const QString& label, qint64 config);
    Result<void> openTunedTask(const QString& label, const Task& tuned);
    Result<void> resume(const Result<ResumableRun>& resumable);
    std::unique_ptr<Networks> m_networks;
    std::unique_ptr<TaskStandings> m_standings;
    LatestWork m_resuming;
    std::shared_ptr<CodeWorker> m_codeWorker;
    std::shared_ptr<const Task> m_task;
    QString m_label;
    qint64 m_config = -1;
    std::optional<ConfigEntity> m_shutOut; ///< what was chosen last, while edits leave it out and nothing else is chosen
    MeasureOptions m_measuring;
};

} // namespace knobscope
