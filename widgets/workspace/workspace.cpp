// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/workspace.h"

#include "core/loop/byhand.h"
#include "core/loop/resume.h"
#include "core/measure/codeworker.h"
#include "core/store/dataversion.h"
#include "core/store/trialquery.h"
#include "widgets/workspace/networks.h"
#include "widgets/workspace/runchanges.h"
#include "widgets/workspace/unnamedproject.h"

#include <QFile>

namespace knobscope {

namespace {

constexpr int fileWatchMilliseconds = 1000;

/// A refusal in the window's language.
auto refuse(ErrorCode code, const QString& sentence)
{
    return fail(code, "{}", sentence.toStdString());
}

} // namespace

Workspace::Workspace(QObject* parent)
    : QObject(parent)
    , m_networks(std::make_unique<Networks>())
    , m_preparation(m_session)
    , m_saving([this](const Error& error) { say(error); })
    , m_resuming([this](const Error& error) { say(error); })
    , m_codeWorker(std::make_shared<CodeWorker>())
{
    connect(&m_selection, &Selection::changed, this, &Workspace::followSelection);
    connect(m_networks.get(), &Networks::failed, this, [this](const QString& reason) { say(MessageLevel::Error, reason); });
    connect(&m_session, &TuningSession::runStored, this, [this](qint64) { reloadRuns(); });
    connect(&m_session, &TuningSession::trialsStored, this, &Workspace::trialsAdded);
    connect(&m_session, &TuningSession::trialsCorrected, this, &Workspace::trialsChanged);
    connect(&m_session, &TuningSession::warned, this, [this](const QString& sentence) { say(MessageLevel::Warning, sentence); });
    connect(&m_session, &TuningSession::finished, this, &Workspace::followSession);
    connect(&m_preparation, &Preparation::editsChanged, this, &Workspace::editsOfTasksChanged);
    connect(&m_preparation, &Preparation::projectNeeded, this, &Workspace::ensureProject);
    connect(&m_preparation, &Preparation::problem, this, [this](const QString& text) { say(MessageLevel::Warning, text); });
    connect(&m_fileWatch, &QTimer::timeout, this, &Workspace::lookAtFile);
    m_fileWatch.start(fileWatchMilliseconds);
}

Workspace::~Workspace() = default;

Result<void> Workspace::openProject(const QString& path, bool untitled)
{
    if (m_session.isRunning() || !m_otherMeasurement.isEmpty() || m_saving.isBusy()) {
        return mayMeasure();
    }
    auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
    if (!project) {
        return fail(project);
    }
    auto runs = project->runs();
    if (!runs) {
        return fail(runs);
    }
    m_project = std::move(*project);
    m_path = path;
    m_untitled = untitled;
    m_tasksOfRuns.clear();
    m_runs = std::move(*runs); // before anybody hears of it: tasks are looked up by run
    m_filters.clear();
    m_selection.reset();
    watchProject();
    m_preparation.take(*m_project);
    emit projectChanged();
    emit runsChanged();
    return {};
}

void Workspace::watchProject()
{
    if (const QString warning = m_watch.begin(*m_project); !warning.isEmpty()) {
        say(MessageLevel::Warning, warning);
    }
}

/// Nothing else is asked of the lost file until all that it held is written elsewhere.
void Workspace::rescueLost()
{
    if (!m_project || m_session.isRunning() || m_saving.isBusy() || !m_watch.isLost()) {
        return;
    }
    m_watch.rescue(*std::exchange(m_project, std::nullopt), m_saving, [this](const Result<QString>& rescued, Project& lost) {
        const QString path = m_path;
        const auto moved = rescued ? moveTo(*rescued, m_untitled) : fail(rescued);
        if (!moved) {
            m_project = std::move(lost);
        }
        say(MessageLevel::Error,
            (moved ? tr("%1 was deleted, moved away or replaced; all that it held is in %2, where runs are kept from now on.")
                   : tr("%1 was deleted, moved away or replaced, and what it held cannot be written elsewhere: %2"))
                .arg(path, moved ? m_path : coreText(moved.error())));
    });
}

Result<void> Workspace::mayWrite()
{
    rescueLost();
    if (auto allowed = mayMeasure(); !allowed) {
        return allowed;
    }
    const QString obstacle = m_path.isEmpty() ? QString() : ProjectWatch::obstacle(m_path, m_runs, m_session.run());
    return obstacle.isEmpty() ? Result<void>() : refuse(ErrorCode::Unsupported, obstacle);
}

void Workspace::saveProjectAs(const QString& path, const std::function<void(const Result<void>&)>& then)
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
    m_saving.request([this, from = m_path.toStdString(), path, then](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        const auto copied = caught([&] {
            auto project = Project::open(from, Project::Mode::ReadOnly);
            return project ? project->copyTo(path.toStdString(), &stop) : fail(project);
        });
        return [this, path, then, copied] { then(copied ? goOnIn(path) : copied); };
    });
}

/// In a file that was written because a person wanted it.
Result<void> Workspace::goOnIn(const QString& path)
{
    const QString old = m_untitled ? m_path : QString();
    if (auto moved = moveTo(path, false); !moved) {
        return moved;
    }
    if (!old.isEmpty()) {
        QFile::remove(old);
    }
    reloadRuns();
    return {};
}

/// The open project is the file at `path` from now on, which holds all that it did.
Result<void> Workspace::moveTo(const QString& path, bool untitled)
{
    auto moved = Project::open(path.toStdString(), Project::Mode::ReadOnly);
    if (!moved) {
        return fail(moved);
    }
    m_project = std::move(*moved);
    m_path = path;
    m_untitled = untitled;
    watchProject();
    m_preparation.moveTo(m_path);
    emit projectMoved();
    emit projectChanged();
    return {};
}

void Workspace::closeProject()
{
    m_watch.end();
    m_project.reset();
    m_path.clear();
    m_untitled = false;
    m_tasksOfRuns.clear();
    m_runs.clear();
    m_filters.clear();
    m_selection.reset();
    const bool isEdited = m_task && !m_task->edits.empty(); // it stays the current one
    m_preparation.leaveWith(isEdited ? Preparation::EditsOfTasks{{workloadKey(*m_task), m_task->edits}}
                                     : Preparation::EditsOfTasks{});
    emit projectChanged();
    emit runsChanged();
}

Result<QString> Workspace::ensureProject()
{
    if (!m_path.isEmpty()) {
        return m_path;
    }
    const auto made = makeUnnamedProject();
    if (!made) {
        return fail(made);
    }
    const auto edits = m_preparation.edits();
    std::vector<QueuedTask> queue = m_session.queue();
    if (auto opened = openProject(*made, true); !opened) {
        return fail(opened);
    }
    m_session.setQueue(std::move(queue)); // what was prepared without a project goes with it
    if (!edits.empty()) {
        m_preparation.setEdits(edits);
    }
    return *made;
}

const RunRow* Workspace::run(qint64 id) const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [&](const RunRow& row) { return row.id == id; });
    return found == m_runs.end() ? nullptr : &*found;
}

std::shared_ptr<const Task> Workspace::taskOfRun(qint64 id)
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

const RunRow* Workspace::newestRun()
{
    const auto tasks = m_project && m_task ? m_project->tasks() : Result<std::vector<TaskRow>>();
    if (!tasks) {
        return nullptr;
    }
    std::set<int64_t> wanted;
    for (const TaskRow& row : *tasks) {
        if (row.task.value("task", "") == m_task->name && row.task.value("args", nlohmann::json()) == m_task->args
            && row.task.value("target", "") == m_task->target.text) {
            wanted.insert(row.id);
        }
    }
    const auto newest = [&](bool isByHand) {
        return std::find_if(m_runs.rbegin(), m_runs.rend(), [&](const RunRow& run) {
            return wanted.contains(run.task) && (isByHand || run.tuner != byHandName);
        });
    };
    const auto tuned = newest(false);
    const auto any = tuned == m_runs.rend() ? newest(true) : tuned;
    return any == m_runs.rend() ? nullptr : &*any;
}

void Workspace::showNewestRun()
{
    if (const RunRow* newest = newestRun()) {
        emit runWanted(newest->id);
    }
}

Result<void> Workspace::openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target,
                                 std::optional<std::vector<SpaceEdit>> edits)
{
    auto task = edits ? makeTask(name, args, target, *edits) : editedTask(name, args, target);
    if (!task) {
        return fail(task);
    }
    m_task = std::make_shared<const Task>(std::move(*task));
    m_label = label;
    m_config = -1;
    emit taskChanged();
    emit configChanged();
    return {};
}

Result<void> Workspace::openTaskOfRun(qint64 id)
{
    const RunRow* row = run(id);
    const auto task = taskOfRun(id);
    if (!row || !task) {
        return refuse(ErrorCode::Unsupported, tr("The task of run %1 cannot be made by this version.").arg(id));
    }
    return openTunedTask(QString::fromStdString(row->label), *task);
}

Result<void> Workspace::openTunedTask(const QString& label, const Task& tuned)
{
    return openTask(label, tuned.name, tuned.args, tuned.target,
                    editsOfTasks().contains(workloadKey(tuned)) ? std::nullopt : std::optional(tuned.edits));
}

Result<Task> Workspace::editedTask(const std::string& name, const nlohmann::json& args, const Target& target)
{
    auto task = makeTask(name, args, target);
    if (const auto edits = task ? editsOf(workloadKey(*task)) : std::vector<SpaceEdit>{}; !edits.empty()) {
        if (auto edited = makeTask(name, args, target, edits)) {
            return edited;
        } else { // of another version
            say(MessageLevel::Warning, coreText(edited.error()));
        }
    }
    return task;
}

Result<void> Workspace::setEdits(std::vector<SpaceEdit> edits)
{
    if (!m_task || m_task->edits == edits) {
        return {};
    }
    auto space = applyEdits(m_task->templateSpace, edits);
    if (!space) {
        return fail(space);
    }
    // The current config keeps its values where the edited space still has them; its index is another.
    const auto entity = m_config >= 0 ? m_task->space.at(m_config) : fail(ErrorCode::NotFound, "");
    Task edited = *m_task;
    edited.space = std::move(*space);
    edited.edits = std::move(edits);
    m_task = std::make_shared<const Task>(std::move(edited));
    m_preparation.setEdits(workloadKey(*m_task), m_task->edits);
    const qint64 before = std::exchange(m_config, entity ? m_task->space.indexOf(*entity).value_or(-1) : -1);
    emit editsChanged(); // with the config that goes with them
    if (m_config != before) {
        emit configChanged();
    }
    return {};
}

void Workspace::setConfig(qint64 index)
{
    if (index != m_config) {
        m_config = index;
        emit configChanged();
    }
}

bool Workspace::isTuningTask() const
{
    const LoopTask* current = m_session.current();
    return current && !m_session.isTuningNetwork() && m_task && taskToJson(current->task) == taskToJson(*m_task);
}

Result<QString> Workspace::fileToWrite()
{
    const auto allowed = mayWrite();
    return allowed ? ensureProject() : fail(allowed);
}

Result<void> Workspace::startRun(const RunOptions& options, const MeasureOptions& measuring, TuningSession::Queue queue)
{
    const auto path = m_task ? fileToWrite() : refuse(ErrorCode::InvalidArgument, tr("Choose a task first."));
    if (!path) {
        return fail(path);
    }
    m_session.start({*m_task, m_label.toStdString(), options, {}, 0}, measuring, *path, queue);
    return {};
}

Result<void> Workspace::startNetwork(const NetworkTuning& tuning, const MeasureOptions& measuring)
{
    const auto path = fileToWrite();
    return path ? m_session.startNetwork(tuning, measuring, *path) : fail(path);
}

Result<void> Workspace::startQueue()
{
    return fileToWrite().map([this](const QString& path) { m_session.startQueue(path); });
}

Result<void> Workspace::resumeRun(qint64 id, qint64 trials)
{
    if (auto allowed = m_path.isEmpty() ? refuse(ErrorCode::InvalidArgument, tr("Open a project first.")) : mayWrite();
        !allowed) {
        return allowed;
    }
    // There may be a hundred thousand trials to be read.
    m_resuming.request([this, path = m_path, id, trials]() -> LatestWork::Deliver {
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
        auto resumable = std::make_shared<Result<ResumableRun>>(project ? resumableRun(*project, id, trials) : fail(project));
        return [this, path, resumable] {
            if (auto resumed = path == m_path ? resume(*resumable) : Result<void>(); !resumed) {
                say(resumed.error());
            }
        };
    });
    return {};
}

Result<void> Workspace::resume(const Result<ResumableRun>& resumable)
{
    if (auto allowed = resumable ? mayWrite() : fail(resumable); !allowed) {
        return allowed;
    }
    const LoopTask& loop = resumable->task;
    const bool isCurrent = m_task && workloadKey(*m_task) == workloadKey(loop.task); // its edits may be newer than the run's
    auto opened = isCurrent ? Result<void>() : openTunedTask(QString::fromStdString(loop.label), loop.task);
    if (opened) {
        m_session.start(loop, resumable->measuring, m_path);
    }
    return opened;
}

void Workspace::reloadRuns()
{
    if (!m_project) {
        return;
    }
    if (auto runs = m_project->runs()) {
        m_runs = std::move(*runs);
        emit runsChanged();
    } else {
        say(runs.error());
    }
}

void Workspace::followSession()
{
    // The old connection reads a file that has no name any more: what is open is what the run was rescued into.
    const QString& rescued = m_session.rescuedPath();
    if (const auto moved = rescued.isEmpty() ? Result<void>() : moveTo(rescued, m_untitled); !moved) {
        say(moved.error());
    }
    reloadRuns();
}

Result<void> Workspace::mayMeasure() const
{
    if (m_session.isRunning()) {
        return refuse(ErrorCode::Unsupported, tr("A run is going on; stop it or wait for its end."));
    }
    if (!m_otherMeasurement.isEmpty()) {
        return refuse(ErrorCode::Unsupported,
                      tr("%1 is being measured, and two measurements would disturb each other; cancel it or wait for its end.")
                          .arg(m_otherMeasurement));
    }
    if (m_saving.isBusy()) {
        return refuse(ErrorCode::Unsupported, tr("The project is being saved to another file; wait for its end."));
    }
    if (!m_otherWork.isEmpty()) {
        return refuse(ErrorCode::Unsupported, m_otherWork);
    }
    return {};
}

void Workspace::lookAtFile()
{
    if (m_session.isRunning() || !m_otherMeasurement.isEmpty()) {
        m_fileVersion = 0; // our own threads tell of what they write
        return;
    }
    rescueLost();
    const auto version = m_project ? dataVersion(*m_project) : fail(ErrorCode::NotFound, "");
    if (!version) {
        return; // a locked file is asked again
    }
    const qint64 before = std::exchange(m_fileVersion, *version);
    if (before == *version || before == 0) { // the first look
        return;
    }
    auto runs = m_project->runs();
    const RunChanges changes = runs ? runChanges(m_runs, *runs) : RunChanges();
    if (changes.areNone) {
        return;
    }
    m_runs = std::move(*runs);
    emit runsChanged();
    for (const int64_t run : changes.grown) {
        emit trialsAdded(run);
    }
    for (const int64_t run : changes.corrected) {
        emit trialsChanged(run);
    }
}

void Workspace::followSelection()
{
    const TrialRef current = m_selection.current();
    if (!current.isValid() || !m_project) {
        return;
    }
    const RunRow* row = run(current.run);
    const auto task = taskOfRun(current.run);
    const TrialKey key{current.run, current.number};
    const auto trial = trialRows(*m_project, {&key, 1}); // by its key: what is counted off takes long in a large run
    if (!row || !task || !trial || trial->front().number == 0) {
        return;
    }
    if (!m_session.isRunning() && (!m_task || taskToJson(*m_task) != taskToJson(*task))) {
        m_task = task;
        m_label = QString::fromStdString(row->label);
        m_config = trial->front().index;
        emit taskChanged();
        emit configChanged();
        return;
    }
    if (m_task && taskToJson(*m_task) == taskToJson(*task)) {
        setConfig(trial->front().index);
    }
}

} // namespace knobscope
