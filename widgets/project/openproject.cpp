// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/openproject.h"

#include "core/store/databasewatch.h"
#include "core/store/trialquery.h"
#include "core/timing/disturbance.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

constexpr int kFileWatchMs = 1000;

/// Opens a connection's write-ahead log, so that a deleted file can be rescued. Does not wait while another program locks the
/// file: SQLite would block the GUI thread's check on the same connection whether its file is lost.
void openLog(Project& held)
{
    static const std::atomic<bool> atOnce{true};
    const LockWait wait(atOnce);
    (void)held.dataVersion();
}

bool isUnchanged(const RunRow& was, const RunRow& now)
{
    return now.id == was.id && now.trials == was.trials && now.state == was.state && now.bestSeconds == was.bestSeconds;
}

} // namespace

OpenProject::OpenProject(QObject* parent)
    : QObject(parent)
{
    connect(&m_session, &TuningSession::queueChanged, this, &OpenProject::storePrepared);
    connect(&m_session, &TuningSession::runStored, this, &OpenProject::reloadRuns);
    connect(&m_session, &TuningSession::trialsStored, this, &OpenProject::trialsAdded);
    connect(&m_session, &TuningSession::trialsCorrected, this, &OpenProject::trialsChanged);
    connect(this, &OpenProject::trialsChanged, this, [this](qint64 run) { m_runTrials->forget(run); }); // before views read
    connect(&m_session, &TuningSession::warned, this,
            [this](const Sentence& sentence) { report(MessageLevel::Warning, sentence); });
    connect(&m_session, &TuningSession::finished, this, &OpenProject::followSession);
    connect(&m_writes, &ProjectWrites::delayed, this, [this](const QString& text) { report(MessageLevel::Warning, text); });
    connect(&m_fileWatch, &QTimer::timeout, this, &OpenProject::checkFile);
    m_fileWatch.start(kFileWatchMs);
}

tl::unexpected<Error> OpenProject::refuse(const QString& sentence)
{
    return fail(ErrorCode::Unsupported, "{}", sentence.toStdString());
}

Result<void> OpenProject::openProject(const QString& path, bool untitled)
{
    Result<void> outcome;
    openInBackground(path, untitled, [&outcome](const Result<void>& opened) { outcome = opened; });
    m_opening.finishNow();
    return outcome;
}

void OpenProject::openInBackground(const QString& path, bool untitled, std::function<void(const Result<void>&)> then)
{
    open(path, untitled, Project::Mode::ReadOnly, std::move(then));
}

/// Closes the open project only after the other one is read; keeps it if that fails.
void OpenProject::open(const QString& path, bool untitled, Project::Mode mode, std::function<void(const Result<void>&)> then)
{
    const auto mayLeave = [this] {
        return m_session.isRunning() || blockingJob(BackgroundJob::Blocks::Leaving) ? checkCanMeasure() : Result<void>();
    };
    if (auto allowed = mayLeave(); !allowed) {
        then(allowed);
        return;
    }
    m_opening.open(path, mode, m_writes.waitFor(path),
                   [this, path, untitled, mode, mayLeave, then = std::move(then)](Result<OpenedProject> opened) {
                       auto allowed = opened ? mayLeave() : fail(opened);
                       if (allowed) {
                           switchProject(*std::move(opened), path, untitled);
                           emit projectChanged();
                           emit runsChanged();
                       }
                       then(allowed);
                       if (!allowed && mode == Project::Mode::ReadOnly && m_path.isEmpty() && !m_session.queue().empty()) {
                           (void)ensureProject(); // for tasks that were queued meanwhile
                       }
                   });
}

void OpenProject::closeWith(EditsOfTasks kept)
{
    m_opening.cancel();
    switchProject({}, {}, false);
    m_session.setQueue({});
    m_schedules.clear();
    setEditsOfTasks(std::move(kept));
    emit schedulesChanged();
    emit projectChanged();
    emit runsChanged();
}

/// Loads runs before any signal is emitted: listeners look up tasks by run.
void OpenProject::switchProject(OpenedProject opened, const QString& path, bool untitled)
{
    const auto unkept = m_path.isEmpty() ? m_session.queue() : std::vector<QueuedTask>();
    m_watch.end();
    m_project = std::move(opened.connection);
    m_path = path;
    m_untitled = untitled;
    m_reads.setPath(path);
    m_runTrials = std::make_shared<RunTrials>();
    m_fileVersion = 0;
    setContents(std::move(opened.contents));
    m_tasksOfRuns.clear();
    m_session.forgetRun();
    m_filters.clear();
    m_selection.reset();
    if (m_project) {
        watchProject();
        loadPrepared(std::move(opened.prepared), unkept);
    }
}

void OpenProject::setContents(ProjectContents contents)
{
    m_runs = std::move(contents.runs);
    m_tasks = std::move(contents.tasks);
    m_notes = std::move(contents.notes);
}

void OpenProject::watchProject()
{
    if (const QString warning = m_watch.begin(*m_project); !warning.isEmpty()) {
        report(MessageLevel::Warning, warning);
    }
}

/// A deleted file's data is only reachable through its connection; copies it to another file before using it for anything else.
void OpenProject::rescueDeletedFile()
{
    if (!m_project || m_session.isRunning() || m_saving.isBusy() || !m_watch.isLost()) {
        return;
    }
    const mode_t mode = m_watch.mode();
    m_watch.end();
    const auto lost = std::exchange(m_project, nullptr);
    m_saving.ask(
        [lost, mode] {
            return rescueProject(*lost, mode).and_then([](const Project& rescued) { return readProject(rescued.path()); });
        },
        [this, lost](const Result<OpenedProject>& moved) {
            const QString path = m_path;
            if (moved) {
                moveTo(*moved, QString::fromStdString(moved->connection->path()), m_untitled);
            } else {
                m_project = lost;
            }
            report(MessageLevel::Error,
                   (moved ? tr("%1 was deleted, moved or replaced; its contents were saved to %2, which is now the open project.")
                          : tr("%1 was deleted, moved or replaced, and its contents cannot be saved elsewhere: %2"))
                       .arg(path, moved ? m_path : coreText(moved.error())));
        });
    registerJob({&m_saving,
                 tr("%1 was deleted, moved or replaced; its contents are being saved to another file. Wait until this finishes.")
                     .arg(m_path),
                 BackgroundJob::Blocks::Leaving, BackgroundJob::AtEnd::Finished});
}

void OpenProject::saveProjectAs(const QString& path, const std::function<void(const Result<void>&)>& then)
{
    rescueDeletedFile();
    if (auto allowed = checkCanMeasure(); !allowed) {
        then(allowed);
        return;
    }
    m_saving.ask(
        [from = m_path.toStdString(), to = path.toStdString(),
         wait = m_writes.waitFor(m_path)](const std::atomic<bool>& stop) -> Result<OpenedProject> {
            const LockWait lockWait(stop);
            if (from.empty() || from == to) {
                return readProject(to, Project::Mode::Create);
            }
            wait(stop); // includes pending edits and queue
            auto project = TRY(Project::open(from, Project::Mode::ReadOnly));
            TRY(project.copyTo(to, &stop));
            TRY(Project::open(to, Project::Mode::ReadWrite)); // enables its write-ahead log before it is opened read-only
            return readProject(to);
        },
        [this, path, then](const Result<OpenedProject>& copied) { then(adoptSavedFile(copied, path)); });
    registerJob(
        {&m_saving, tr("The project is being saved to another file. Wait until this finishes."), BackgroundJob::Blocks::Leaving});
}

/// Switches to a file that the user asked to save.
Result<void> OpenProject::adoptSavedFile(const Result<OpenedProject>& opened, const QString& path)
{
    if (!opened) {
        return fail(opened);
    }
    const QString old = m_untitled && path != m_path ? m_path : QString();
    moveTo(*opened, path, false);
    if (!old.isEmpty()) {
        discard(old);
    }
    emit runsChanged();
    return {};
}

/// Makes the file at `path`, which has the same content, the open project.
void OpenProject::moveTo(OpenedProject opened, const QString& path, bool untitled)
{
    m_project = std::move(opened.connection);
    m_path = path;
    m_untitled = untitled;
    m_reads.setPath(path);
    m_runTrials = std::make_shared<RunTrials>();
    m_fileVersion = 0;
    setContents(std::move(opened.contents));
    watchProject();
    storePrepared();
    emit projectMoved();
    emit projectChanged();
}

void OpenProject::discard(const QString& path)
{
    m_writes.add(
        path, tr("its deletion"), this, {},
        [path]() -> Result<void> {
            removeProject(path);
            return {};
        },
        [](const Result<void>&) {});
}

Result<QString> OpenProject::ensureProject()
{
    if (!m_path.isEmpty()) {
        return m_path;
    }
    if (m_opening.isBusy()) {
        TRY(checkCanMeasure());
    }
    const auto made = TRY(newUnnamedPath());
    const auto edits = m_edits;
    const auto schedules = m_schedules;
    Result<void> outcome;
    open(made, true, Project::Mode::Create, [&outcome](const Result<void>& opened) { outcome = opened; });
    m_opening.finishNow(); // no other program knows the file, so it is not locked
    TRY(outcome);
    m_schedules = schedules;
    if (!edits.empty() || !schedules.empty()) {
        setEditsOfTasks(edits);
        emit schedulesChanged();
    }
    return made;
}

std::vector<SpaceEdit> OpenProject::editsOf(const std::string& workload) const
{
    const auto found = m_edits.find(workload);
    return found == m_edits.end() ? std::vector<SpaceEdit>{} : found->second;
}

void OpenProject::setEditsOfTasks(EditsOfTasks edits)
{
    m_edits = std::move(edits);
    storePrepared();
    emit editsOfTasksChanged();
}

void OpenProject::setSchedule(KeptSchedule schedule)
{
    if (putSchedule(m_schedules, std::move(schedule))) {
        storePrepared();
        emit schedulesChanged();
    }
}

/// `unkept`: tasks that were queued without a project.
void OpenProject::loadPrepared(PreparedWork kept, const std::vector<QueuedTask>& unkept)
{
    for (const Sentence& sentence : kept.problems) {
        report(MessageLevel::Warning, coreText(sentence));
    }
    kept.queue.insert(kept.queue.end(), unkept.begin(), unkept.end());
    m_edits = std::move(kept.edits);
    m_schedules = std::move(kept.schedules);
    {
        const QScopedValueRollback taking(m_isLoading, true);
        m_session.setQueue(std::move(kept.queue));
    }
    if (!unkept.empty()) {
        storePrepared();
    }
    emit editsOfTasksChanged();
    emit schedulesChanged();
}

void OpenProject::storePrepared()
{
    if (m_isLoading) {
        return;
    }
    if (m_path.isEmpty()) {
        if (!m_session.queue().empty() || !m_schedules.empty()) {
            (void)ensureProject();
        }
        return;
    }
    m_writes.add(
        m_path, tr("the edits, the queue and the schedules"), this, QStringLiteral("prepared"),
        [path = m_path.toStdString(), work = PreparedWork{m_edits, m_session.notYetStarted(), m_schedules, {}}] {
            return storePreparedWork(path, work);
        },
        [this](const Result<void>& kept) {
            const Sentence why = kept ? Sentence() : Sentence(kept.error());
            if (why != std::exchange(m_editsProblem, why) && !kept) { // reported once
                report(MessageLevel::Warning,
                       tr("The edits, the queue and the schedules cannot be saved: %1").arg(coreText(why)));
            }
        });
}

const RunRow* OpenProject::run(qint64 id) const
{
    const auto found = std::ranges::find(m_runs, id, &RunRow::id);
    return found == m_runs.end() ? nullptr : &*found;
}

std::shared_ptr<const Task> OpenProject::taskOfRun(qint64 id)
{
    if (const auto known = m_tasksOfRuns.find(id); known != m_tasksOfRuns.end()) {
        return known->second;
    }
    const RunRow* row = run(id);
    const auto stored = row ? std::ranges::find(m_tasks, row->task, &TaskRow::id) : m_tasks.end();
    if (stored == m_tasks.end()) {
        return nullptr;
    }
    auto made = taskFromJson(stored->task);
    auto task = made ? std::make_shared<const Task>(std::move(*made)) : nullptr;
    m_tasksOfRuns.emplace(id, task);
    return task;
}

void OpenProject::askConfigs(QObject* asker, const QString& name, const std::vector<TrialRef>& trials,
                             std::function<void(const std::vector<TrialConfig>&)> take)
{
    std::vector<TrialKey> keys;
    std::ranges::transform(trials, std::back_inserter(keys), [](TrialRef trial) { return TrialKey{trial.run, trial.number}; });
    ask(
        asker, name,
        [keys](Project& project) { return trialRows(project, keys); }, // by key: paging by row number is slow in a large run
        [this, trials, take = std::move(take)](const Result<std::vector<TrialRow>>& rows) {
            std::vector<TrialConfig> configs(trials.size());
            for (size_t i = 0; rows && i < std::min(rows->size(), trials.size()); ++i) {
                if ((*rows)[i].number > 0) {
                    configs[i] = {taskOfRun(trials[i].run), (*rows)[i].index};
                }
            }
            take(configs);
        });
}

void OpenProject::reloadRuns()
{
    if (!m_project) {
        return;
    }
    ask(
        this, QStringLiteral("runs"), [](Project& project) { return project.contents(); },
        [this](const Result<ProjectContents>& contents) {
            if (!reportError(contents)) {
                setContents(*contents);
                emit runsChanged();
            }
        });
}

void OpenProject::followSession()
{
    // The old connection reads a deleted file: switch to the file that the run was rescued to.
    if (const QString rescued = m_session.rescuedPath(); !rescued.isEmpty()) {
        m_saving.ask([path = rescued.toStdString()] { return readProject(path); },
                     [this, rescued](const Result<OpenedProject>& opened) {
                         if (!reportError(opened)) {
                             moveTo(*opened, rescued, m_untitled);
                         }
                     });
        m_saving.finishNow(); // no other program knows the file, so it is not locked
    }
    reloadRuns();
}

Result<void> OpenProject::checkCanMeasure() const
{
    if (m_session.isRunning()) {
        return refuse(tr("A run is in progress. Stop it, or wait until it finishes."));
    }
    if (m_opening.isBusy()) {
        return refuse(tr("%1 is being opened. Wait until this finishes, or cancel it.").arg(m_opening.path()));
    }
    const BackgroundJob* other = blockingJob(BackgroundJob::Blocks::Measuring);
    return other ? refuse(other->sentence) : Result<void>();
}

Result<void> OpenProject::checkCanWrite()
{
    rescueDeletedFile();
    TRY(checkCanMeasure());
    if (ProjectWatch::isOwnedElsewhere(m_runs, m_session.run())) {
        reloadRuns(); // a killed program does not report its end
    }
    const QString obstacle = m_path.isEmpty() ? QString() : ProjectWatch::obstacle(m_path, m_runs, m_session.run());
    return obstacle.isEmpty() ? Result<void>() : refuse(obstacle);
}

Result<QString> OpenProject::fileToWrite()
{
    TRY(checkCanWrite());
    return ensureProject();
}

void OpenProject::registerJob(BackgroundJob other)
{
    std::erase_if(m_jobs, [&](const BackgroundJob& old) { return !old.work || !old.work->isBusy() || old.work == other.work; });
    const bool isLost = other.atEnd == BackgroundJob::AtEnd::GivenUp; // is asked about first
    m_jobs.insert(isLost ? m_jobs.begin() : m_jobs.end(), std::move(other));
}

void OpenProject::registerMeasurement(const LatestWork& work, const QString& what)
{
    registerJob({&work, tr("%1 is being measured. Wait, or cancel that first.").arg(what), BackgroundJob::Blocks::Leaving});
    if (const Sentence other = findOtherMeasurer({}); !other.empty()) {
        report(MessageLevel::Warning, other);
    }
}

const BackgroundJob* OpenProject::blockingJob(BackgroundJob::Blocks least) const
{
    const auto found = std::ranges::find_if(
        m_jobs, [&](const BackgroundJob& other) { return other.work && other.work->isBusy() && other.blocks >= least; });
    return found == m_jobs.end() ? nullptr : &*found;
}

void OpenProject::checkFile()
{
    if (m_session.isRunning() || (blockingJob(BackgroundJob::Blocks::Leaving) && !m_saving.isBusy())) {
        m_fileVersion = 0; // own writes are reported by their threads
        return;
    }
    rescueDeletedFile();
    if (!m_project) {
        return;
    }
    using Seen = std::pair<int64_t, std::optional<ProjectContents>>;
    ask(
        this, QStringLiteral("look"),
        [known = m_fileVersion, held = m_project](Project& project) -> Result<Seen> {
            openLog(*held);
            const int64_t version = TRY(project.dataVersion());
            return version == known ? Seen(version, std::nullopt) : Seen(version, TRY(project.contents()));
        },
        [this](const Result<Seen>& seen) {
            if (seen) {
                applyFileCheck(*seen);
            }
        });
}

void OpenProject::applyFileCheck(const std::pair<int64_t, std::optional<ProjectContents>>& seen)
{
    m_fileVersion = seen.first;
    if (!seen.second || (seen.second->notes == m_notes && std::ranges::equal(m_runs, seen.second->runs, isUnchanged))) {
        return;
    }
    const std::vector<RunRow> old = m_runs;
    setContents(*seen.second);
    emit runsChanged();
    for (const RunRow& run : seen.second->runs) {
        const auto found = std::ranges::find(old, run.id, &RunRow::id);
        const RunRow was = found == old.end() ? RunRow() : *found;
        if (run.trials != was.trials) {
            emit trialsAdded(run.id);
        }
        if (was.trials > 0 && run.state != was.state) { // a run's end may have corrected trials
            emit trialsChanged(run.id);
        }
    }
}

} // namespace knobscope
