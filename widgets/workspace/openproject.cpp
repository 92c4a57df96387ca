// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/openproject.h"

#include "core/measure/disturbance.h"
#include "core/store/trialquery.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int fileWatchMilliseconds = 1000;

/// Where projects are kept that nobody has named yet, in the user's data folder.
QString unnamedFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/unsaved");
}

/// A new project without runs in the user's data folder; where it is.
Result<QString> makeUnnamedProject()
{
    const QDir folder(unnamedFolder());
    if (!folder.mkpath(QStringLiteral("."))) {
        return fail(ErrorCode::Io, "The folder {} for unsaved projects cannot be made", folder.path().toStdString());
    }
    const QString name = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmmss-zzz"));
    const QString path = folder.filePath(name + QStringLiteral(".knobscope"));
    TRY(Project::open(path.toStdString(), Project::Mode::Create));
    return path;
}

bool isAsItWas(const RunRow& was, const RunRow& now)
{
    return now.id == was.id && now.trials == was.trials && now.state == was.state && now.bestSeconds == was.bestSeconds;
}

} // namespace

bool isUnnamedProject(const QString& path)
{
    return QFileInfo(path).absoluteDir() == QDir(unnamedFolder()); // of folders, QDir compares the canonical paths
}

void removeProject(const QString& path)
{
    for (const char* part : {"", "-wal", "-shm", "-lock"}) {
        QFile::remove(path + QLatin1String(part));
    }
}

OpenProject::OpenProject(QObject* parent)
    : QObject(parent)
    , m_preparation(m_session)
{
    connect(&m_session, &TuningSession::runStored, this, &OpenProject::reloadRuns);
    connect(&m_session, &TuningSession::trialsStored, this, &OpenProject::trialsAdded);
    connect(&m_session, &TuningSession::trialsCorrected, this, &OpenProject::trialsChanged);
    connect(&m_session, &TuningSession::warned, this, [this](const Sentence& said) { say(MessageLevel::Warning, said); });
    connect(&m_session, &TuningSession::finished, this, &OpenProject::followSession);
    connect(&m_preparation, &Preparation::projectNeeded, this, &OpenProject::ensureProject);
    connect(&m_preparation, &Preparation::problem, this, [this](const QString& text) { say(MessageLevel::Warning, text); });
    connect(&m_fileWatch, &QTimer::timeout, this, &OpenProject::lookAtFile);
    m_fileWatch.start(fileWatchMilliseconds);
}

tl::unexpected<Error> OpenProject::refuse(const QString& sentence)
{
    return fail(ErrorCode::Unsupported, "{}", sentence.toStdString());
}

Result<void> OpenProject::openProject(const QString& path, bool untitled)
{
    if (m_session.isRunning() || otherWork(OtherWork::Bars::Leaving)) {
        return mayMeasure();
    }
    auto project = TRY(Project::open(path.toStdString(), Project::Mode::ReadOnly));
    auto runs = TRY(project.runs());
    turnTo(std::move(project), path, untitled, std::move(runs));
    watchProject();
    m_preparation.take(*m_project);
    emit projectChanged();
    emit runsChanged();
    return {};
}

void OpenProject::closeWith(Preparation::EditsOfTasks kept)
{
    turnTo(std::nullopt, {}, false, {});
    m_preparation.leaveWith(std::move(kept));
    emit projectChanged();
    emit runsChanged();
}

/// Runs are there before anybody hears of it: tasks are looked up by run.
void OpenProject::turnTo(std::optional<Project> project, const QString& path, bool untitled, std::vector<RunRow> runs)
{
    m_watch.end();
    m_project = std::move(project);
    m_path = path;
    m_untitled = untitled;
    m_runs = std::move(runs);
    m_tasksOfRuns.clear();
    m_lastConfig = {};
    m_filters.clear();
    m_selection.reset();
}

void OpenProject::watchProject()
{
    if (const QString warning = m_watch.begin(*m_project); !warning.isEmpty()) {
        say(MessageLevel::Warning, warning);
    }
}

/// What a lost file held lives in its connection alone: nothing else is asked of it until all that is written elsewhere.
void OpenProject::rescueLost()
{
    if (!m_project || m_session.isRunning() || m_saving.isBusy() || !m_watch.isLost()) {
        return;
    }
    const mode_t mode = m_watch.mode();
    m_watch.end();
    const auto lost = std::make_shared<Project>(*std::exchange(m_project, std::nullopt));
    m_saving.ask([lost, mode] { return rescueProject(*lost, mode).map([](const Project& rescued) { return rescued.path(); }); },
                 [this, lost](const Result<std::string>& rescued) {
                     const QString path = m_path;
                     const auto moved = rescued ? moveTo(QString::fromStdString(*rescued), m_untitled) : fail(rescued);
                     if (!moved) {
                         m_project = std::move(*lost);
                     }
                     say(MessageLevel::Error,
                         (moved
                              ? tr("%1 was deleted, moved away or replaced; all that it held is in %2, where runs are kept from "
                                   "now on.")
                              : tr("%1 was deleted, moved away or replaced, and what it held cannot be written elsewhere: %2"))
                             .arg(path, moved ? m_path : coreText(moved.error())));
                 });
    tellOfWork({&m_saving,
                tr("%1 was deleted, moved away or replaced; what it held is being written to another file. Wait for its end.")
                    .arg(m_path),
                OtherWork::Bars::Leaving, OtherWork::AtEnd::Finished});
}

void OpenProject::saveProjectAs(const QString& path, const std::function<void(const Result<void>&)>& then)
{
    rescueLost();
    if (auto allowed = mayMeasure(); !allowed) {
        then(allowed);
        return;
    }
    m_preparation.finishKeeping(); // it is copied, too
    if (!m_project || path == m_path) {
        const auto created = Project::open(path.toStdString(), Project::Mode::Create);
        then(created ? goOnIn(path) : fail(created));
        return;
    }
    m_saving.ask(
        [from = m_path.toStdString(), to = path.toStdString()](const std::atomic<bool>& stop) -> Result<void> {
            auto project = TRY(Project::open(from, Project::Mode::ReadOnly));
            return project.copyTo(to, &stop);
        },
        [this, path, then](const Result<void>& copied) { then(copied ? goOnIn(path) : copied); });
    tellOfWork({&m_saving, tr("The project is being saved to another file; wait for its end."), OtherWork::Bars::Leaving});
}

/// In a file that was written because a person wanted it.
Result<void> OpenProject::goOnIn(const QString& path)
{
    const QString old = m_untitled && path != m_path ? m_path : QString();
    TRY(moveTo(path, false));
    if (!old.isEmpty()) {
        removeProject(old);
    }
    reloadRuns();
    return {};
}

/// The open project is the file at `path` from now on, which holds all that it did.
Result<void> OpenProject::moveTo(const QString& path, bool untitled)
{
    m_project = TRY(Project::open(path.toStdString(), Project::Mode::ReadOnly));
    m_path = path;
    m_untitled = untitled;
    watchProject();
    m_preparation.moveTo(m_path);
    emit projectMoved();
    emit projectChanged();
    return {};
}

Result<QString> OpenProject::ensureProject()
{
    if (!m_path.isEmpty()) {
        return m_path;
    }
    const auto made = TRY(makeUnnamedProject());
    const auto edits = m_preparation.edits();
    std::vector<QueuedTask> queue = m_session.queue();
    TRY(openProject(made, true));
    m_session.setQueue(std::move(queue)); // what was prepared without a project goes with it
    if (!edits.empty()) {
        m_preparation.setEdits(edits);
    }
    return made;
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
    if (!row || !m_project) {
        return nullptr;
    }
    const auto stored = m_project->task(row->task);
    auto made = stored ? taskFromJson(stored->task) : fail(stored);
    auto task = made ? std::make_shared<const Task>(std::move(*made)) : nullptr;
    m_tasksOfRuns.emplace(id, task);
    return task;
}

std::optional<TrialConfig> OpenProject::configOf(TrialRef trial)
{
    const auto task = trial.isValid() ? taskOfRun(trial.run) : nullptr;
    if (!task || !m_project) {
        return std::nullopt;
    }
    if (m_lastConfig.first == trial) {
        return m_lastConfig.second;
    }
    const TrialKey key{trial.run, trial.number};
    const auto row = trialRows(*m_project, {&key, 1}); // by its key: what is counted off takes long in a large run
    if (!row || row->front().number <= 0) {
        return std::nullopt;
    }
    m_lastConfig = {trial, {task, row->front().index}};
    return m_lastConfig.second;
}

void OpenProject::reloadRuns()
{
    if (!m_project) {
        return;
    }
    if (auto runs = m_project->runs(); !sayIfFailed(runs)) {
        m_runs = std::move(*runs);
        emit runsChanged();
    }
}

void OpenProject::followSession()
{
    // The old connection reads a file that has no name any more: what is open is what the run was rescued into.
    const QString& rescued = m_session.rescuedPath();
    sayIfFailed(rescued.isEmpty() ? Result<void>() : moveTo(rescued, m_untitled));
    reloadRuns();
}

Result<void> OpenProject::mayMeasure() const
{
    if (m_session.isRunning()) {
        return refuse(tr("A run is going on; stop it or wait for its end."));
    }
    const OtherWork* other = otherWork(OtherWork::Bars::Measuring);
    return other ? refuse(other->sentence) : Result<void>();
}

Result<void> OpenProject::mayWrite()
{
    rescueLost();
    TRY(mayMeasure());
    const QString obstacle = m_path.isEmpty() ? QString() : ProjectWatch::obstacle(m_path, m_runs, m_session.run());
    return obstacle.isEmpty() ? Result<void>() : refuse(obstacle);
}

Result<QString> OpenProject::fileToWrite()
{
    TRY(mayWrite());
    return ensureProject();
}

void OpenProject::tellOfWork(OtherWork other)
{
    std::erase_if(m_otherWork, [&](const OtherWork& old) { return !old.work || !old.work->isBusy() || old.work == other.work; });
    const bool isLost = other.atEnd == OtherWork::AtEnd::GivenUp; // what is asked about before what is finished all the same
    m_otherWork.insert(isLost ? m_otherWork.begin() : m_otherWork.end(), std::move(other));
}

void OpenProject::tellOfMeasuring(const LatestWork& work, const QString& what)
{
    tellOfWork(
        {&work,
         tr("%1 is being measured, and two measurements would disturb each other; cancel it or wait for its end.").arg(what),
         OtherWork::Bars::Leaving});
    if (const Sentence other = otherMeasuring({}); !other.empty()) {
        say(MessageLevel::Warning, other);
    }
}

const OtherWork* OpenProject::otherWork(OtherWork::Bars least) const
{
    const auto found = std::ranges::find_if(
        m_otherWork, [&](const OtherWork& other) { return other.work && other.work->isBusy() && other.bars >= least; });
    return found == m_otherWork.end() ? nullptr : &*found;
}

void OpenProject::lookAtFile()
{
    if (m_session.isRunning() || (otherWork(OtherWork::Bars::Leaving) && !m_saving.isBusy())) {
        m_fileVersion = 0; // our own threads tell of what they write
        return;
    }
    rescueLost();
    const auto version = m_project ? m_project->dataVersion() : fail(ErrorCode::NotFound, "");
    if (!version) {
        return; // a locked file is asked again
    }
    const qint64 before = std::exchange(m_fileVersion, *version);
    if (before == *version || before == 0) { // the first look
        return;
    }
    if (auto runs = m_project->runs(); runs && !std::ranges::equal(m_runs, *runs, isAsItWas)) {
        const std::vector<RunRow> old = std::exchange(m_runs, *runs);
        emit runsChanged();
        for (const RunRow& run : *runs) {
            const auto found = std::ranges::find(old, run.id, &RunRow::id);
            const RunRow was = found == old.end() ? RunRow() : *found;
            if (run.trials != was.trials) {
                emit trialsAdded(run.id);
            }
            if (was.trials > 0 && run.state != was.state) { // a run's end may have corrected some of them
                emit trialsChanged(run.id);
            }
        }
    }
}

} // namespace knobscope
