// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/sessionstate.h"

#include "widgets/translation/coretext.h"
#include "widgets/window/layouts.h"
#include "widgets/workspace/view.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMainWindow>
#include <QSettings>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int delayMilliseconds = 1000;

struct SessionState {
    Q_DECLARE_TR_FUNCTIONS(SessionState)
};

QJsonObject taskState(const Workspace& workspace)
{
    const auto task = workspace.task();
    if (!task) {
        return {};
    }
    return {{QStringLiteral("label"), workspace.taskLabel()},
            {QStringLiteral("task"), QString::fromStdString(taskToJson(*task).dump())},
            {QStringLiteral("edited"), workspace.preparation().editsOf(workloadKey(*task)) == task->edits},
            {QStringLiteral("config"), QString::number(workspace.config())}};
}

/// Without a project, which keeps them otherwise.
QString editsState(const Workspace& workspace)
{
    return workspace.projectPath().isEmpty() ? QString::fromStdString(preparedEditsToJson(workspace.preparation().edits()).dump())
                                             : QString();
}

void restoreEdits(const QString& state, Workspace& workspace)
{
    if (workspace.projectPath().isEmpty() && !state.isEmpty()) {
        std::vector<Sentence> ignored;
        workspace.preparation().setEdits(
            preparedEditsFromJson(nlohmann::json::parse(state.toStdString(), nullptr, false), ignored));
    }
}

QString restoreTask(const QJsonObject& state, Workspace& workspace)
{
    if (state.isEmpty()) {
        return {};
    }
    const auto json = nlohmann::json::parse(state[QStringLiteral("task")].toString().toStdString(), nullptr, false);
    const auto task = taskFromJson(json);
    // The current edits are written down a moment after those that stay with the task.
    const bool isOwn =
        task && state[QStringLiteral("edited")].toBool() && workspace.preparation().edits().contains(workloadKey(*task));
    const auto opened = task ? workspace.openTask(state[QStringLiteral("label")].toString(), task->name, task->args, task->target,
                                                  isOwn ? std::nullopt : std::optional(task->edits))
                             : fail(task);
    if (!opened) {
        return SessionState::tr("The last task could not be opened again: %1").arg(coreText(opened.error()));
    }
    const qint64 config = state[QStringLiteral("config")].toString().toLongLong();
    if (workspace.task()->edits == task->edits && workspace.task()->space.isValid(config)) {
        workspace.setConfig(config);
    }
    return {};
}

QJsonArray trialsState(const std::vector<TrialRef>& trials)
{
    constexpr size_t mostKept = 1000;
    QJsonArray out;
    for (size_t i = 0; i < std::min(trials.size(), mostKept); ++i) {
        out.append(QJsonArray{trials[i].run, trials[i].number});
    }
    return out;
}

void restoreSelection(const QJsonArray& state, Workspace& workspace)
{
    std::vector<TrialRef> trials;
    for (const auto& item : state) {
        const TrialRef trial{item.toArray().at(0).toInteger(), item.toArray().at(1).toInteger()};
        const RunRow* run = workspace.run(trial.run);
        if (run && trial.number >= 1 && trial.number <= run->trials) {
            trials.push_back(trial);
        }
    }
    if (!trials.empty()) {
        workspace.selection().select(std::move(trials));
    }
}

QJsonArray filtersState(const Filters& filters)
{
    QJsonArray out;
    for (const TrialFilter& f : filters.all()) {
        out.append(QJsonObject{{QStringLiteral("kind"), static_cast<int>(f.kind)},
                               {QStringLiteral("knob"), QString::fromStdString(f.knob)},
                               {QStringLiteral("value"), QString::fromStdString(f.value.dump())},
                               {QStringLiteral("excluded"), f.isExcluded},
                               {QStringLiteral("run"), static_cast<qint64>(f.run)},
                               {QStringLiteral("from"), f.from},
                               {QStringLiteral("to"), f.to}});
    }
    return out;
}

void restoreFilters(const QJsonArray& state, Filters& filters)
{
    std::vector<TrialFilter> all;
    for (const auto& item : state) {
        const QJsonObject o = item.toObject();
        const int kind = o[QStringLiteral("kind")].toInt(-1);
        const auto value = nlohmann::json::parse(o[QStringLiteral("value")].toString().toStdString(), nullptr, false);
        if (kind >= 0 && kind <= static_cast<int>(TrialFilter::Kind::Time) && !value.is_discarded()) {
            all.push_back({static_cast<TrialFilter::Kind>(kind), o[QStringLiteral("knob")].toString().toStdString(), value,
                           o[QStringLiteral("run")].toInteger(), o[QStringLiteral("from")].toDouble(),
                           o[QStringLiteral("to")].toDouble(), o[QStringLiteral("excluded")].toBool()});
        }
    }
    filters.set(std::move(all));
}

/// In the settings; in any thread.
void saveWindow(const WindowState& state)
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), state.geometry);
    settings.setValue(QStringLiteral("window/layout"), state.layout);
    settings.setValue(QStringLiteral("window/session"), QJsonDocument(state.session).toJson(QJsonDocument::Compact));
}

} // namespace

QJsonObject sessionState(Workspace& workspace, const NamedViews& views)
{
    QJsonObject viewStates;
    for (const auto& [id, view] : views) {
        viewStates[id] = view->saveState();
    }
    return {{QStringLiteral("project"), workspace.projectPath()},
            {QStringLiteral("untitled"), workspace.isUntitled()},
            {QStringLiteral("edits"), editsState(workspace)},
            {QStringLiteral("task"), taskState(workspace)},
            {QStringLiteral("selection"), trialsState(workspace.selection().trials())},
            {QStringLiteral("filters"), filtersState(workspace.filters())},
            {QStringLiteral("views"), viewStates}};
}

QStringList restoreSession(const QJsonObject& state, Workspace& workspace, const NamedViews& views)
{
    QStringList problems;
    const QString path = state[QStringLiteral("project")].toString();
    if (!path.isEmpty()) {
        if (!QFile::exists(path)) {
            problems << SessionState::tr("The last project, %1, is not there any more.").arg(path);
        } else if (auto opened = workspace.openProject(path, state[QStringLiteral("untitled")].toBool()); !opened) {
            problems << coreText(opened.error());
        }
    }
    restoreEdits(state[QStringLiteral("edits")].toString(), workspace);
    restoreFilters(state[QStringLiteral("filters")].toArray(), workspace.filters());
    restoreSelection(state[QStringLiteral("selection")].toArray(), workspace);
    // After the selection, which opens its run's task: what was edited since, or picked by hand, is newer.
    if (const QString problem = restoreTask(state[QStringLiteral("task")].toObject(), workspace); !problem.isEmpty()) {
        problems << problem;
    }
    const QJsonObject viewStates = state[QStringLiteral("views")].toObject();
    for (const auto& [id, view] : views) {
        view->restoreState(viewStates[id].toObject());
    }
    return problems;
}

QJsonObject loadWindow(QMainWindow& window, Layouts& layouts)
{
    const QSettings settings;
    window.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    layouts.restore(settings.value(QStringLiteral("window/layout")).toByteArray());
    return QJsonDocument::fromJson(settings.value(QStringLiteral("window/session")).toByteArray()).object();
}

Autosave::Autosave(Workspace& workspace, QWidget& window, std::function<WindowState()> state)
    : QObject(&window)
    , m_window(window)
    , m_state(std::move(state))
    , m_writer([this, &workspace](const Error& error) {
        m_written = {}; // it is not on the disk
        workspace.say(error);
    })
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(delayMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
    // A run begins: the file that it writes to is written down at once.
    connect(&workspace, &Workspace::runsChanged, this, &Autosave::save);
    connect(&workspace, &Workspace::projectChanged, this, &Autosave::later);
    for (const auto signal : {&Workspace::taskChanged, &Workspace::editsChanged, &Workspace::configChanged}) {
        connect(&workspace, signal, this, &Autosave::later);
    }
    connect(&workspace.selection(), &Selection::changed, this, &Autosave::later);
    connect(&workspace.filters(), &Filters::changed, this, &Autosave::later);
    QCoreApplication::instance()->installEventFilter(this); // zoom, columns and splitters tell nobody when they change
}

bool Autosave::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonRelease:
    case QEvent::KeyRelease:
    case QEvent::Wheel:
    case QEvent::Drop: later(); break;
    case QEvent::Resize:
    case QEvent::Move:
        if (watched == &m_window) {
            later();
        }
        break;
    default: break;
    }
    return false;
}

void Autosave::later()
{
    // Not put off by what follows: a slider that is dragged for a minute is kept meanwhile.
    if (m_window.isVisible() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void Autosave::save()
{
    if (!m_window.isVisible()) {
        return;
    }
    WindowState state = m_state();
    if (state == m_written) {
        return;
    }
    m_written = state;
    m_writer.request([state = std::move(state)]() -> LatestWork::Deliver {
        saveWindow(state);
        return {};
    });
}

void Autosave::saveNow()
{
    m_timer.stop();
    m_writer.finishNow(); // so that an older state is not written after this one
    m_written = m_state();
    saveWindow(m_written);
}

} // namespace knobscope
