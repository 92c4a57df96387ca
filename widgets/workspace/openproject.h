// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"
#include "widgets/background/latestwork.h"
#include "widgets/query/quickreader.h"
#include "widgets/session/tuningsession.h"
#include "widgets/translation/coretext.h"
#include "widgets/workspace/filters.h"
#include "widgets/workspace/preparation.h"
#include "widgets/workspace/projectopening.h"
#include "widgets/workspace/projectwatch.h"
#include "widgets/workspace/projectwrites.h"
#include "widgets/workspace/selection.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace knobscope {

enum class MessageLevel : uint8_t { Info, Warning, Error };

/// What goes on in the background beside the session's run, for as long as `work` is busy.
struct OtherWork {
    /// What may not begin meanwhile; who may not leave the project may not measure either.
    enum class Bars : uint8_t { Nothing, Measuring, Leaving };
    /// What becomes of it when the program ends.
    enum class AtEnd : uint8_t { GivenUp, Finished };
    QPointer<const LatestWork> work;
    QString sentence; ///< for whoever is kept from something by it, or would end it
    Bars bars = Bars::Nothing;
    AtEnd atEnd = AtEnd::GivenUp;
};

/// A trial as a config: the task that its run tuned, with the edits of then, and the config's number in that space.
struct TrialConfig {
    std::shared_ptr<const Task> task;
    qint64 index = -1;
};

/// The project that is open and what belongs to it: its runs, what is chosen of them, what is prepared, the session that writes
/// to it; and its fate, to be saved elsewhere, written to by other programs, or deleted and rescued. There is always one once
/// something was measured: until a person saves it, runs are kept in an unnamed one in the data folder, so that nothing is lost.
/// GUI thread only.
class OpenProject : public QObject
{
    Q_OBJECT
public:
    explicit OpenProject(QObject* parent = nullptr);

    Selection& selection() { return m_selection; }
    Filters& filters() { return m_filters; }
    TuningSession& session() { return m_session; }
    Preparation& preparation() { return m_preparation; }
    const Preparation& preparation() const { return m_preparation; }

    /// Empty while nothing was measured or opened.
    const QString& projectPath() const { return m_path; }
    bool isUntitled() const { return m_untitled; }
    /// The connection that a deleted file's content is rescued from; null without a project, and while one is rescued. Never used
    /// by the window, which would wait for other programs' locks: views ask() or have a ProjectReader. Tests and pictures do.
    Project* connection() { return m_project.get(); }
    /// Hands what `find`, called with the project in another thread, gives to `take` (see QuickReader::ask()). `name` tells the
    /// asker's questions apart.
    template<class Find, class Take>
    void ask(QObject* asker, const QString& name, Find find, Take take)
    {
        m_reads.ask(asker, name, std::move(find), std::move(take));
    }
    /// Waits for what was asked (pictures, tests).
    void finishAsking() { m_reads.finishNow(); }
    /// What the window writes to projects beside runs.
    ProjectWrites& writes() { return m_writes; }
    /// Reads a project in the background, however long another program holds its lock, and turns to it then; `then` is told how
    /// that went. Refused while the open one may not be left. `untitled`: it is an unnamed one of an earlier time.
    void openInBackground(const QString& path, bool untitled, std::function<void(const Result<void>&)> then);
    ProjectOpening& opening() { return m_opening; }
    /// The same, waited for (pictures, tests).
    Result<void> openProject(const QString& path, bool untitled = false);
    /// Copies everything to `path` (with what is not checkpointed yet) in the background, and goes on there. Refused while
    /// anything writes to the project; nothing does until `then` was told how it went.
    void saveProjectAs(const QString& path, const std::function<void(const Result<void>&)>& then);
    /// The file that the next run writes to; makes the unnamed one when there is none.
    Result<QString> ensureProject();
    /// All runs, in the order started; as of the last runsChanged().
    const std::vector<RunRow>& runs() const { return m_runs; }
    const RunRow* run(qint64 id) const;
    /// What to say to whoever wants something of runs: empty when there is one.
    QString missingRuns() const { return m_runs.empty() ? tr("There is no run yet. Start one, or open a project.") : QString(); }
    /// The tasks of those runs; as of then, too.
    const std::vector<TaskRow>& tasks() const { return m_tasks; }
    /// Reads both again: something other than the session wrote one.
    void reloadRuns();
    /// Takes in what another program wrote to the project since the last look; otherwise it is looked at once a second.
    void lookAtFile();
    /// A lost file is being rescued.
    bool isRescuing() const { return !m_project && !m_path.isEmpty(); }
    /// Waits for the end of a rescue of the lost file, if one goes on: what it held would be gone with the program.
    void finishRescue()
    {
        if (isRescuing()) {
            m_saving.finishNow();
        }
    }
    /// Deletes a project that is open no more, after what is still written to it.
    void discard(const QString& path);
    /// The task that a run tuned, with its edits; null when this version cannot make it.
    std::shared_ptr<const Task> taskOfRun(qint64 run);
    /// Asks for the configs of trials, one each in their order (see ask()); without a task where there is no such trial, or where
    /// this version cannot make its task.
    void askConfigs(QObject* asker, const QString& name, const std::vector<TrialRef>& trials,
                    std::function<void(const std::vector<TrialConfig>&)> take);

    /// Refused, with the reason, while a run or something else measures: two would disturb each other.
    Result<void> mayMeasure() const;
    /// The same for what is kept in the project: refused, too, where the file is read-only, was deleted or replaced (it is being
    /// rescued then), or another program tunes into it.
    Result<void> mayWrite();
    /// The file that what is measured now is kept in, which is made where there is none; refused as mayWrite() is.
    Result<QString> fileToWrite();
    /// Others hear of it as long as it is busy; `other.work` was asked for something just now.
    void tellOfWork(OtherWork other);
    /// The same of what measures: "The run of the whole network".
    void tellOfMeasuring(const LatestWork& work, const QString& what);
    /// What goes on beside the session and bars so much; null: nothing.
    const OtherWork* otherWork(OtherWork::Bars least = OtherWork::Bars::Nothing) const;

    /// `config`: which one of the run that goes on, or ended last, it is about; -1: none.
    void say(MessageLevel level, const QString& text, qint64 config = -1) { emit message(level, text, config, {}); }
    /// The same for a sentence, which is said in whatever language the project is opened with later.
    void say(MessageLevel level, const Sentence& said, qint64 config = -1) { emit message(level, coreText(said), config, said); }
    /// The same for what failed.
    void say(const Error& error) { say(MessageLevel::Error, error); }
    /// Whether it failed: then that is said.
    template<class T>
    bool sayIfFailed(const Result<T>& what)
    {
        if (!what) {
            say(what.error());
        }
        return !what;
    }

signals:
    void projectChanged();
    /// The same project is another file from now on: it was saved elsewhere or rescued. Before projectChanged().
    void projectMoved();
    void runsChanged();
    /// Trials of a run are in the project that were not before; at most 20 times a second.
    void trialsAdded(qint64 run);
    /// Trials of a run that were in the project are not what they were: what was read of it is out of date.
    void trialsChanged(qint64 run);
    /// `said`: what the text says; empty: the window's own words.
    void message(knobscope::MessageLevel level, const QString& text, qint64 config, const knobscope::Sentence& said);

protected:
    /// A refusal in the window's language.
    static tl::unexpected<Error> refuse(const QString& sentence);
    /// `kept`: edits that stay in hand.
    void closeWith(Preparation::EditsOfTasks kept);

private:
    void open(const QString& path, bool untitled, Project::Mode mode, std::function<void(const Result<void>&)> then);
    void turnTo(OpenedProject opened, const QString& path, bool untitled);
    void takeContents(ProjectContents contents);
    void takeLook(const std::pair<int64_t, std::optional<ProjectContents>>& seen);
    void watchProject();
    void rescueLost();
    void followSession();
    Result<void> goOnIn(const Result<OpenedProject>& opened, const QString& path);
    void moveTo(OpenedProject opened, const QString& path, bool untitled);
    Selection m_selection;
    Filters m_filters;
    TuningSession m_session;
    ProjectWrites m_writes;
    Preparation m_preparation;
    ProjectOpening m_opening;
    LatestWork m_saving;
    QuickReader m_reads;
    QString m_path;
    bool m_untitled = false;
    std::shared_ptr<Project> m_project;
    ProjectWatch m_watch;
    std::vector<RunRow> m_runs;
    std::vector<TaskRow> m_tasks;
    std::map<int64_t, std::shared_ptr<const Task>> m_tasksOfRuns; ///< by run
    std::vector<OtherWork> m_otherWork;
    QTimer m_fileWatch; ///< looks for what other programs write to the project
    qint64 m_fileVersion = 0;
};

/// Whether a project lies among those that nobody has named yet.
bool isUnnamedProject(const QString& path);
/// One that is open no more, with the files that SQLite and the programs that had it open leave beside it.
void removeProject(const QString& path);

} // namespace knobscope
