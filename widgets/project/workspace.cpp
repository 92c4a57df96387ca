// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/workspace.h"

#include "core/store/notes.h"
#include "core/store/rows.h"
#include "core/task/foreigntask.h"
#include "core/tuning/resume.h"
#include "core/worker/codeworker.h"
#include "widgets/base/coretext.h"
#include "widgets/project/networks.h"
#include "widgets/project/taskstandings.h"

#include <set>

namespace knobscope {

Workspace::Workspace(QObject* parent)
    : OpenProject(parent)
    , m_networks(std::make_unique<Networks>())
    , m_standings(std::make_unique<TaskStandings>(*this))
    , m_codeWorker(std::make_shared<CodeWorker>())
{
    connect(&selection(), &Selection::changed, this, &Workspace::followSelection);
    connect(m_networks.get(), &Networks::failed, this, [this](const QString& reason, Networks::OpenMode mode) {
        report(mode == Networks::OpenMode::Quiet ? MessageLevel::Warning : MessageLevel::Error, reason);
    });
}

Workspace::~Workspace() = default;

QString Workspace::renamingObstacle(const QString& id) const
{
    const QString obstacle = m_networks->renamingObstacle(id.toStdString());
    const auto allowed = obstacle.isEmpty() ? checkCanMeasure() : Result<void>(); // a run has its task's label
    return allowed ? obstacle : coreText(allowed.error());
}

Result<void> Workspace::renameNetwork(const QString& id, const QString& name)
{
    TRY(checkCanMeasure());
    const std::string before = id.toStdString();
    const std::string now = TRY(m_networks->checkName(before, name));
    if (now == before) {
        return {};
    }
    m_networks->rename(before, now);
    std::vector<QueuedTask> queue = session().queue();
    for (QueuedTask& queued : queue) {
        queued.task.label = renamedLabel(queued.task.label, before, now);
    }
    session().setQueue(std::move(queue));
    m_label = QString::fromStdString(renamedLabel(m_label.toStdString(), before, now));
    emit taskRenamed();
    if (!projectPath().isEmpty()) {
        writes().add(
            projectPath(), tr("the name of a network"), this, {},
            [path = projectPath().toStdString(), before, now]() -> Result<void> {
                auto project = TRY(Project::open(path, Project::Mode::ReadWrite));
                return renameNetworkIn(project, before, now);
            },
            [this](const Result<void>& written) {
                if (!reportError(written)) {
                    reloadRuns();
                }
            });
    }
    return {};
}

void Workspace::closeProject()
{
    const bool isEdited = m_task && !m_task->edits.empty();
    closeWith(isEdited ? EditsOfTasks{{workloadKey(*m_task), m_task->edits}} : EditsOfTasks{});
}

const RunRow* Workspace::newestRun() const
{
    if (!m_task) {
        return nullptr;
    }
    std::set<int64_t> wanted;
    for (const TaskRow& row : tasks()) {
        if (row.task.value("task", "") == m_task->name && row.task.value("args", nlohmann::json()) == m_task->args
            && row.task.value("target", "") == m_task->target.text) {
            wanted.insert(row.id);
        }
    }
    const RunRow* newest = nullptr;
    for (const RunRow& run : runs()) { // manual runs only if there is no other
        if (wanted.contains(run.task) && (run.tuner != kManualTunerName || !newest || newest->tuner == kManualTunerName)) {
            newest = &run;
        }
    }
    return newest;
}

void Workspace::showNewestRun()
{
    if (const RunRow* newest = newestRun()) {
        emit runWanted(newest->id);
    }
}

void Workspace::setTask(std::shared_ptr<const Task> task, const QString& label, qint64 config)
{
    m_task = std::move(task);
    m_label = label;
    m_config = config;
    m_hiddenConfig.reset();
    if (config < 0) { // otherwise the selected trial's
        dropTrial();
    }
    emit taskChanged();
    emit configChanged();
}

Result<void> Workspace::openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target,
                                 std::optional<std::vector<SpaceEdit>> edits)
{
    return (edits ? makeTask(name, args, target, *edits) : editedTask(name, args, target)).map([&](Task&& task) {
        setTask(std::make_shared<const Task>(std::move(task)), label, -1);
    });
}

Result<void> Workspace::openTaskOfRun(qint64 id)
{
    const RunRow* row = run(id);
    const auto task = taskOfRun(id);
    return row && task ? openTunedTask(QString::fromStdString(row->label), *task)
                       : refuse(tr("This version cannot create the task of run %1.").arg(id));
}

Result<void> Workspace::openTunedTask(const QString& label, const Task& tuned)
{
    if (isForeign(tuned)) { // cannot be made again from a template
        setTask(std::make_shared<const Task>(tuned), label, -1);
        return {};
    }
    return openTask(label, tuned.name, tuned.args, tuned.target,
                    editsOfTasks().contains(workloadKey(tuned)) ? std::nullopt : std::optional(tuned.edits));
}

Result<Task> Workspace::editedTask(const std::string& name, const nlohmann::json& args, const Target& target)
{
    auto task = TRY(makeTask(name, args, target));
    if (const auto edits = editsOf(workloadKey(task)); !edits.empty()) {
        if (auto edited = makeTask(name, args, target, edits)) {
            return edited;
        } else { // from another version
            report(MessageLevel::Warning, edited.error());
        }
    }
    return task;
}

Result<void> Workspace::setEdits(std::vector<SpaceEdit> edits)
{
    if (!m_task || m_task->edits == edits) {
        return {};
    }
    Task edited = *m_task;
    edited.space = TRY(applyEdits(edited.templateSpace, edits));
    edited.edits = std::move(edits);
    // Keeps the config's values if the edited space still contains them, with a new index. A config that earlier edits excluded
    // comes back when they are undone.
    const auto entity = m_config >= 0 ? m_task->space.at(m_config) : fail(ErrorCode::NotFound, "");
    std::optional<ConfigEntity> values = entity ? std::optional(*entity) : std::move(m_hiddenConfig);
    m_task = std::make_shared<const Task>(std::move(edited));
    EditsOfTasks all = editsOfTasks();
    all[workloadKey(*m_task)] = m_task->edits;
    setEditsOfTasks(std::move(all));
    const qint64 before = std::exchange(m_config, values ? m_task->space.indexOf(*values).value_or(-1) : -1);
    m_hiddenConfig = m_task->space.isValid(m_config) ? std::nullopt : std::move(values);
    emit editsChanged(); // emitted with the matching config
    if (m_config != before) {
        emit configChanged();
    }
    return {};
}

/// Deselects a single trial, whose config is no longer the current one: its mark beside the knobs of another would mislead.
void Workspace::dropTrial()
{
    if (selection().trials().size() == 1) {
        selection().clear();
    }
}

void Workspace::setConfig(qint64 index)
{
    if (index != m_config) {
        m_config = index;
        m_hiddenConfig.reset();
        dropTrial();
        emit configChanged();
    }
}

void Workspace::askHoveredValues(QObject* asker, std::function<void(const std::optional<ConfigEntity>&)> take)
{
    const TrialRef hovered = selection().hovered();
    askConfigs(asker, QStringLiteral("hovered"), hovered.isValid() ? std::vector{hovered} : std::vector<TrialRef>(),
               [this, take = std::move(take)](const std::vector<TrialConfig>& found) {
                   const auto tuned = found.empty() ? nullptr : found.front().task;
                   const bool isOfTask = tuned && m_task && workloadKey(*tuned) == workloadKey(*m_task);
                   const auto entity = isOfTask ? tuned->space.at(found.front().index) : fail(ErrorCode::NotFound, "");
                   take(entity ? std::optional(*entity) : std::nullopt);
               });
}

void Workspace::restoreSelection(std::vector<TrialRef> trials)
{
    m_followsSelection = !m_task;
    selection().select(std::move(trials));
    m_followsSelection = true;
}

void Workspace::followSelection()
{
    const TrialRef current = selection().current();
    if (!m_followsSelection || !current.isValid()) {
        return;
    }
    askConfigs(this, QStringLiteral("selected"), {current}, [this, current](const std::vector<TrialConfig>& found) {
        if (current == selection().current()) {
            showConfig(current, found.front());
        }
    });
}

void Workspace::showConfig(TrialRef trial, const TrialConfig& chosen)
{
    const RunRow* row = run(trial.run);
    if (!chosen.task || !row) {
        return;
    }
    const bool isOther = !m_task || taskToJson(*m_task) != taskToJson(*chosen.task);
    if (isOther && !session().isRunning()) {
        setTask(chosen.task, QString::fromStdString(row->label), chosen.index);
    } else if (!isOther && chosen.index != m_config) {
        m_config = chosen.index;
        m_hiddenConfig.reset();
        emit configChanged();
    }
}

void Workspace::setMeasuring(const MeasureOptions& options)
{
    const bool hasOtherThreads = options.threads != m_measuring.threads;
    m_measuring = options;
    if (hasOtherThreads) {
        emit threadsChanged();
    }
}

bool Workspace::isTuningTask()
{
    return session().isTuningTask() && m_task && taskToJson(session().current()->task) == taskToJson(*m_task);
}

Result<void> Workspace::startRun(const RunOptions& options, const MeasureOptions& measuring)
{
    if (!m_task) {
        emit viewWanted(QStringLiteral("tasks"));
        return refuse(missingTask());
    }
    return fileToWrite().map(
        [&](const QString& path) { session().start({*m_task, m_label.toStdString(), options, {}, 0}, measuring, path); });
}

Result<void> Workspace::startNetwork(const NetworkTuning& tuning, const MeasureOptions& measuring)
{
    const auto path = TRY(fileToWrite());
    return session().startNetwork(tuning, measuring, path);
}

Result<void> Workspace::startQueue()
{
    return fileToWrite().map([this](const QString& path) { session().startQueue(path); });
}

Result<void> Workspace::resumeRun(qint64 id, qint64 trials)
{
    const QString path = projectPath();
    TRY(path.isEmpty() ? refuse(tr("Open a project first.")) : checkCanWrite());
    // In the background: there may be a hundred thousand trials to read.
    m_resuming.ask(
        [path = path.toStdString(), id, trials]() -> Result<ResumableRun> {
            auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
            return resumableRun(project, id, trials);
        },
        [this, path](const Result<ResumableRun>& resumable) {
            reportError(path == projectPath() ? resume(resumable) : Result<void>());
        });
    return {};
}

Result<void> Workspace::resume(const Result<ResumableRun>& resumable)
{
    TRY(resumable ? checkCanWrite() : fail(resumable));
    const LoopTask& loop = resumable->task;
    const bool isCurrent = m_task && workloadKey(*m_task) == workloadKey(loop.task); // keeps newer edits
    TRY(isCurrent ? Result<void>() : openTunedTask(QString::fromStdString(loop.label), loop.task));
    session().start(loop, resumable->measuring, projectPath());
    return {};
}

} // namespace knobscope
