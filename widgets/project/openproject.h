// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/runtrials.h"
#include "core/task/task.h"
#include "widgets/base/coretext.h"
#include "widgets/base/latestwork.h"
#include "widgets/base/quickreader.h"
#include "widgets/project/filters.h"
#include "widgets/project/projectopening.h"
#include "widgets/project/projectwatch.h"
#include "widgets/project/projectwrites.h"
#include "widgets/project/selection.h"
#include "widgets/project/tuningsession.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace knobscope {

enum class MessageLevel : uint8_t { Info, Warning, Error };

/// Background work besides the session's run, valid while `work` is busy.
struct BackgroundJob {
    /// Actions blocked meanwhile; blocked leaving also blocks measuring.
    enum class Blocks : uint8_t { Nothing, Measuring, Leaving };
    /// How the work ends when the program closes.
    enum class AtEnd : uint8_t { GivenUp, Finished };
    QPointer<const LatestWork> work;
    QString sentence; ///< the message if an action is blocked, or before the work is given up
    Blocks blocks = Blocks::Nothing;
    AtEnd atEnd = AtEnd::GivenUp;
};

/// A trial as a config: the task of its run with that run's edits, and the config's index in its space.
struct TrialConfig {
    std::shared_ptr<const Task> task;
    qint64 index = -1;
};

using EditsOfTasks = std::map<std::string, std::vector<SpaceEdit>>; ///< by workloadKey

/// The open project and everything that belongs to it: runs, selection, prepared work and the session that writes to it. Handles
/// saving it elsewhere, writes by other programs, and rescue after deletion. Once something is measured there is always a
/// project: until the user saves it, an unnamed one in the data folder stores the runs, so that nothing is lost. GUI thread only.
class OpenProject : public QObject
{
    Q_OBJECT
public:
    explicit OpenProject(QObject* parent = nullptr);

    Selection& selection() { return m_selection; }
    Filters& filters() { return m_filters; }
    TuningSession& session() { return m_session; }

    /// Empty until something is measured or opened.
    const QString& projectPath() const { return m_path; }
    bool isUntitled() const { return m_untitled; }
    /// The connection from which a deleted file is rescued; null without a project and during a rescue. The window must not use
    /// it, since it would block on other programs' locks: views use ask() or a ProjectReader. For tests and screenshots.
    Project* connection() { return m_project.get(); }
    /// Its trials, which views of whole runs share; for their threads. Another object for another file.
    const std::shared_ptr<RunTrials>& runTrials() const { return m_runTrials; }
    /// Calls `find` with the project in another thread and passes its result to `take` (see QuickReader::ask()). `name`
    /// distinguishes the queries of an asker.
    template<class Find, class Take>
    void ask(QObject* asker, const QString& name, Find find, Take take)
    {
        m_reads.ask(asker, name, std::move(find), std::move(take));
    }
    /// Waits for pending queries (screenshots, tests).
    void finishAsking() { m_reads.finishNow(); }
    /// The queue for writes to projects other than runs.
    ProjectWrites& writes() { return m_writes; }
    /// Reads a project in the background, however long another program locks it, then switches to it; passes the result to
    /// `then`. Refused while the current project cannot be closed. `untitled`: it is an unnamed project of an earlier session.
    void openInBackground(const QString& path, bool untitled, std::function<void(const Result<void>&)> then);
    ProjectOpening& opening() { return m_opening; }
    /// Blocking version (screenshots, tests).
    Result<void> openProject(const QString& path, bool untitled = false);
    /// Copies everything (including data not yet checkpointed) to `path` in the background, and switches to that file. Refused
    /// while anything writes to the project; writes are blocked until `then` is called with the result.
    void saveProjectAs(const QString& path, const std::function<void(const Result<void>&)>& then);
    /// Returns the file for the next run; creates the unnamed project if there is none.
    Result<QString> ensureProject();
    /// The last edits of each edited task. They and the session's queue are stored in the project after each change, and kept in
    /// memory if there is none.
    const EditsOfTasks& editsOfTasks() const { return m_edits; }
    /// Empty if the task was never edited.
    std::vector<SpaceEdit> editsOf(const std::string& workload) const;
    void setEditsOfTasks(EditsOfTasks edits);
    /// The schedules by hand of the project, the last changed one last. Stored in the project after each change.
    const std::vector<KeptSchedule>& schedules() const { return m_schedules; }
    /// Adds or replaces a schedule; an empty text removes it. Creates the unnamed project if there is none.
    void setSchedule(KeptSchedule schedule);
    /// All runs, in start order; as of the last runsChanged().
    const std::vector<RunRow>& runs() const { return m_runs; }
    const RunRow* run(qint64 id) const;
    /// The message to show where runs are needed; empty if there is one.
    QString missingRuns() const { return m_runs.empty() ? tr("There is no run yet. Start one, or open a project.") : QString(); }
    /// The tasks of those runs, as of the same time.
    const std::vector<TaskRow>& tasks() const { return m_tasks; }
    /// All notes, as of the same time.
    const std::vector<NoteRow>& notes() const { return m_notes; }
    /// Reloads runs and tasks after writes that did not come from the session.
    void reloadRuns();
    /// Checks now for writes by another program; otherwise checked once a second.
    void checkFile();
    /// Whether a lost file is being rescued.
    bool isRescuing() const { return !m_project && !m_path.isEmpty(); }
    /// Waits for a rescue in progress: the lost file's data would be lost with the process.
    void finishRescue()
    {
        if (isRescuing()) {
            m_saving.finishNow();
        }
    }
    /// Deletes a project that is no longer open, after pending writes to it.
    void discard(const QString& path);
    /// The task of a run, with its edits; null if this version cannot create it.
    std::shared_ptr<const Task> taskOfRun(qint64 run);
    /// Queries the configs of trials, one for each in order (see ask()); without a task if the trial does not exist, or if this
    /// version cannot create its task.
    void askConfigs(QObject* asker, const QString& name, const std::vector<TrialRef>& trials,
                    std::function<void(const std::vector<TrialConfig>&)> take);

    /// Returns an error with the reason while a run or something else measures, since concurrent measurements disturb each other.
    Result<void> checkCanMeasure() const;
    /// The same for measurements stored in the project: also an error if the file is read-only, was deleted or replaced (then it
    /// is being rescued), or another program tunes into it.
    Result<void> checkCanWrite();
    /// Returns the file for new measurements, created if there is none; same errors as checkCanWrite().
    Result<QString> fileToWrite();
    /// Registers background work, whose `work` was just started, for as long as it is busy.
    void registerJob(BackgroundJob other);
    /// The same for a measurement; `what` is like "The run of the whole network".
    void registerMeasurement(const LatestWork& work, const QString& what);
    /// Returns background work that blocks at least `least`; null: none.
    const BackgroundJob* blockingJob(BackgroundJob::Blocks least = BackgroundJob::Blocks::Nothing) const;

    /// `config` is the related config of the current or last run; -1: none.
    void report(MessageLevel level, const QString& text, qint64 config = -1) { emit message(level, text, config, {}); }
    /// The same for a sentence, which is stored untranslated and shown in the language of the reader.
    void report(MessageLevel level, const Sentence& sentence, qint64 config = -1)
    {
        emit message(level, coreText(sentence), config, sentence);
    }
    /// The same for an error.
    void report(const Error& error) { report(MessageLevel::Error, error); }
    /// Reports the error of a result; returns whether there was one.
    template<class T>
    bool reportError(const Result<T>& what)
    {
        if (!what) {
            report(what.error());
        }
        return !what;
    }

signals:
    void projectChanged();
    /// The project is in another file now: it was saved elsewhere or rescued. Emitted before projectChanged().
    void projectMoved();
    void editsOfTasksChanged();
    void schedulesChanged();
    void runsChanged();
    /// New trials of a run are in the project; at most 20 times a second.
    void trialsAdded(qint64 run);
    /// Stored trials of a run have changed: data read from it is out of date.
    void trialsChanged(qint64 run);
    /// `sentence` is the sentence of the text; empty: the text comes from the window.
    void message(knobscope::MessageLevel level, const QString& text, qint64 config, const knobscope::Sentence& sentence);

protected:
    /// Makes an error from a translated sentence.
    static tl::unexpected<Error> refuse(const QString& sentence);
    /// `kept` are edits to keep without a project.
    void closeWith(EditsOfTasks kept);

private:
    void open(const QString& path, bool untitled, Project::Mode mode, std::function<void(const Result<void>&)> then);
    void switchProject(OpenedProject opened, const QString& path, bool untitled);
    void setContents(ProjectContents contents);
    void loadPrepared(PreparedWork kept, const std::vector<QueuedTask>& unkept);
    void storePrepared();
    void applyFileCheck(const std::pair<int64_t, std::optional<ProjectContents>>& seen);
    void watchProject();
    void rescueDeletedFile();
    void followSession();
    Result<void> adoptSavedFile(const Result<OpenedProject>& opened, const QString& path);
    void moveTo(OpenedProject opened, const QString& path, bool untitled);
    Selection m_selection;
    Filters m_filters;
    TuningSession m_session;
    ProjectWrites m_writes;
    EditsOfTasks m_edits;
    std::vector<KeptSchedule> m_schedules;
    Sentence m_editsProblem; ///< why they were not stored last
    bool m_isLoading = false; ///< the queue is the file's
    ProjectOpening m_opening;
    LatestWork m_saving{JobLength::Long};
    QuickReader m_reads;
    QString m_path;
    bool m_untitled = false;
    std::shared_ptr<Project> m_project;
    std::shared_ptr<RunTrials> m_runTrials = std::make_shared<RunTrials>();
    ProjectWatch m_watch;
    std::vector<RunRow> m_runs;
    std::vector<TaskRow> m_tasks;
    std::vector<NoteRow> m_notes;
    std::map<int64_t, std::shared_ptr<const Task>> m_tasksOfRuns; ///< by run id
    std::vector<BackgroundJob> m_jobs;
    QTimer m_fileWatch; ///< polls for writes by other programs
    qint64 m_fileVersion = 0;
};

} // namespace knobscope
