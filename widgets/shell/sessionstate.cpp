// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/sessionstate.h"

#include "widgets/base/coretext.h"
#include "widgets/project/view.h"
#include "widgets/shell/layouts.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMainWindow>
#include <QSettings>
#include <QSplitter>
#include <QToolBar>

#include <algorithm>

namespace knobscope {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrialFilter, kind, knob, value, run, from, to, isExcluded)

namespace {

constexpr int kSaveDelayMs = 1000;

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
            {QStringLiteral("edited"), workspace.editsOf(workloadKey(*task)) == task->edits},
            {QStringLiteral("config"), QString::number(workspace.config())}};
}

/// Edits to save in the session if no project is open; a project stores them itself.
QString editsState(const Workspace& workspace)
{
    return workspace.projectPath().isEmpty() ? QString::fromStdString(preparedEditsToJson(workspace.editsOfTasks()).dump())
                                             : QString();
}

void restoreEdits(const QString& state, Workspace& workspace)
{
    if (workspace.projectPath().isEmpty() && !state.isEmpty()) {
        std::vector<Sentence> ignored;
        workspace.setEditsOfTasks(preparedEditsFromJson(nlohmann::json::parse(state.toStdString(), nullptr, false), ignored));
    }
}

QString restoreTask(const QJsonObject& state, Workspace& workspace)
{
    if (state.isEmpty()) {
        return {};
    }
    const auto json = nlohmann::json::parse(state[QStringLiteral("task")].toString().toStdString(), nullptr, false);
    const auto task = taskFromJson(json);
    // Stored edits of the task take precedence: the session's copy is saved a moment later and may be outdated.
    const bool isOwn = task && state[QStringLiteral("edited")].toBool() && workspace.editsOfTasks().contains(workloadKey(*task));
    const auto opened = task ? workspace.openTask(state[QStringLiteral("label")].toString(), task->name, task->args, task->target,
                                                  isOwn ? std::nullopt : std::optional(task->edits))
                             : fail(task);
    if (!opened) {
        return SessionState::tr("The last task could not be reopened: %1").arg(coreText(opened.error()));
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
        workspace.restoreSelection(std::move(trials));
    }
}

QString filtersState(const Filters& filters)
{
    constexpr auto whatIsNoText = nlohmann::json::error_handler_t::replace;
    return QString::fromStdString(nlohmann::json(filters.all()).dump(-1, ' ', false, whatIsNoText));
}

void restoreFilters(const QString& state, Filters& filters)
{
    using All = std::vector<TrialFilter>;
    auto all = catchExceptions([&]() -> Result<All> { return nlohmann::json::parse(state.toStdString()).get<All>(); });
    if (all) {
        std::erase_if(*all, [](const TrialFilter& filter) { return filter.kind > TrialFilter::Kind::Tag; });
        filters.set(std::move(*all));
    }
}

/// State of a view's splitters; nothing for a splitter that was never laid out.
QJsonArray splittersState(const View& view)
{
    QJsonArray all;
    for (const QSplitter* splitter : view.findChildren<QSplitter*>()) {
        const bool isLaidOut = splitter->sizes().count(0) < splitter->count();
        all.append(isLaidOut ? QString::fromLatin1(splitter->saveState().toBase64()) : QString());
    }
    return all;
}

void restoreSplitters(const QJsonArray& state, const View& view)
{
    const auto splitters = view.findChildren<QSplitter*>();
    for (qsizetype i = 0; i < std::min(splitters.size(), state.size()); ++i) {
        splitters[i]->restoreState(QByteArray::fromBase64(state[i].toString().toLatin1()));
    }
}

/// Restores the rest once the project is open.
void restoreWork(const QJsonObject& state, Workspace& workspace, const std::function<void(const QJsonObject& state)>& takeViews,
                 const QStringList& problemsSoFar, const std::function<void(const QStringList& problems)>& then)
{
    restoreEdits(state[QStringLiteral("edits")].toString(), workspace);
    restoreFilters(state[QStringLiteral("filters")].toString(), workspace.filters());
    workspace.ask(
        &workspace, QStringLiteral("restored"), [](Project&) { return Result<void>(); },
        [state, &workspace, takeViews, then, problems = problemsSoFar](const Result<void>&) mutable {
            if (const QString problem = restoreTask(state[QStringLiteral("task")].toObject(), workspace); !problem.isEmpty()) {
                problems << problem;
            }
            restoreSelection(state[QStringLiteral("selection")].toArray(), workspace);
            takeViews(state);
            then(problems);
        });
}

/// Writes to the settings; any thread.
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
    QJsonObject splitters;
    for (const auto& [id, view] : views) {
        viewStates[id] = view->saveState();
        splitters[id] = splittersState(*view);
    }
    return {{QStringLiteral("project"), workspace.projectPath()},
            {QStringLiteral("untitled"), workspace.isUntitled()},
            {QStringLiteral("edits"), editsState(workspace)},
            {QStringLiteral("task"), taskState(workspace)},
            {QStringLiteral("selection"), trialsState(workspace.selection().trials())},
            {QStringLiteral("filters"), filtersState(workspace.filters())},
            {QStringLiteral("views"), viewStates},
            {QStringLiteral("splitters"), splitters}};
}

void restoreViews(const QJsonObject& session, const NamedViews& views)
{
    for (const auto& [id, view] : views) {
        if (view) {
            restoreSplitters(session[QStringLiteral("splitters")][id].toArray(), *view);
            view->restoreState(session[QStringLiteral("views")][id].toObject());
        }
    }
}

void restoreSession(const QJsonObject& state, Workspace& workspace,
                    const std::function<void(const QJsonObject& state)>& takeViews,
                    const std::function<void(const QStringList& problems)>& then)
{
    const QString path = state[QStringLiteral("project")].toString();
    if (path.isEmpty()) {
        restoreWork(state, workspace, takeViews, {}, then);
    } else if (!QFile::exists(path)) {
        restoreWork(state, workspace, takeViews, {SessionState::tr("The last project, %1, no longer exists.").arg(path)}, then);
    } else {
        workspace.openInBackground(
            path, state[QStringLiteral("untitled")].toBool(), [state, &workspace, takeViews, then](const Result<void>& opened) {
                restoreWork(state, workspace, takeViews, opened ? QStringList() : QStringList(coreText(opened.error())), then);
            });
    }
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
    , m_writer(JobLength::Quick, [this, &workspace](const Error& error) {
        m_written = {}; // saving failed
        workspace.report(error);
    })
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSaveDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
    // Saves at once when a run begins, with the file that it writes to.
    connect(&workspace, &Workspace::runsChanged, this, &Autosave::save);
    connect(&workspace, &Workspace::projectChanged, this, &Autosave::scheduleSave);
    for (const auto signal :
         {&Workspace::taskChanged, &Workspace::taskRenamed, &Workspace::editsChanged, &Workspace::configChanged}) {
        connect(&workspace, signal, this, &Autosave::scheduleSave);
    }
    connect(&workspace.selection(), &Selection::changed, this, &Autosave::scheduleSave);
    connect(&workspace.filters(), &Filters::changed, this, &Autosave::scheduleSave);
}

void Autosave::watch(View& view)
{
    connect(&view.state(), &ViewState::changed, this, &Autosave::scheduleSave);
    for (const QSplitter* splitter : view.findChildren<QSplitter*>()) {
        connect(splitter, &QSplitter::splitterMoved, this, &Autosave::scheduleSave);
    }
}

void Autosave::begin()
{
    m_hasBegun = true;
    scheduleSave();
}

void Autosave::watchWindow()
{
    m_window.installEventFilter(this);
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) { // they have no signal for a new size
        dock->installEventFilter(this);
    }
    for (QToolBar* bar : m_window.findChildren<QToolBar*>(Qt::FindDirectChildrenOnly)) {
        bar->installEventFilter(this);
    }
}

bool Autosave::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide: scheduleSave(); break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

void Autosave::scheduleSave()
{
    // Later changes do not restart the timer, so that a long drag of a slider is saved meanwhile.
    if (m_hasBegun && m_window.isVisible() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void Autosave::save()
{
    if (!m_hasBegun || !m_window.isVisible() || m_isSuspended) {
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
    if (m_isSuspended) {
        return;
    }
    m_writer.finishNow(); // otherwise an older state could be written after this one
    m_written = m_state();
    saveWindow(m_written);
}

} // namespace knobscope
