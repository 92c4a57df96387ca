// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/mainwindow.h"

#include "core/task/host.h"
#include "widgets/window/views.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>

namespace knobscope {

namespace {

constexpr int layoutVersion = 2;

QString sentence(const Error& error)
{
    return QString::fromStdString(error.message);
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(this)
    , m_tasks(new TaskView(m_workspace))
    , m_space(new SpaceEditor)
    , m_control(new RunControl(m_workspace))
    , m_chart(new LiveChart)
    , m_log(new LogView)
{
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setCentralWidget(m_space);
    makeDocks();
    addViews();
    addActions();
    makeMenus();
    connectWorkspace();
    loadTasks();
    showTitle();
    resize(1280, 800);
    m_defaultLayout = saveState(layoutVersion);
}

QDockWidget* MainWindow::addDock(const QString& id, const QString& title, QWidget* view, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(id);
    dock->setWidget(view);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    QDockWidget* tasks = addDock(QStringLiteral("tasks"), tr("Tasks"), m_tasks, Qt::LeftDockWidgetArea);
    QDockWidget* control = addDock(QStringLiteral("control"), tr("Run"), m_control, Qt::RightDockWidgetArea);
    QDockWidget* chart = addDock(QStringLiteral("chart"), tr("GFLOPS"), m_chart, Qt::BottomDockWidgetArea);
    QDockWidget* log = addDock(QStringLiteral("log"), tr("Log"), m_log, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    resizeDocks({tasks, control}, {420, 300}, Qt::Horizontal);
    resizeDocks({chart}, {340}, Qt::Vertical);
    resizeDocks({chart, log}, {640, 320}, Qt::Horizontal);
}

void MainWindow::addViews()
{
    std::map<Qt::DockWidgetArea, QDockWidget*> tabs{{Qt::BottomDockWidgetArea, findChild<QDockWidget*>(QStringLiteral("chart"))}};
    for (const ViewEntry& entry : viewEntries()) {
        View* view = entry.make(m_workspace);
        const QString id = QString::fromLatin1(entry.id);
        QDockWidget* dock = addDock(id, QCoreApplication::translate("Views", entry.title), view, entry.area);
        if (QDockWidget* first = tabs[entry.area]) {
            tabifyDockWidget(first, dock);
        }
        tabs[entry.area] = dock;
        view->addActions(m_actions);
        m_views.emplace_back(id, view);
    }
    if (QDockWidget* chart = findChild<QDockWidget*>(QStringLiteral("chart"))) {
        chart->raise();
    }
}

void MainWindow::addActions()
{
    const auto add = [this](const char* id, const QString& text, const QKeySequence& shortcut, auto&& trigger) {
        m_actions.add({QString::fromLatin1(id), text, shortcut, {}, nullptr, false}, trigger);
    };
    add("file.open", tr("&Open Project…"), QKeySequence::Open, [this] { askForProject(); });
    add("file.saveAs", tr("&Save Project As…"), QKeySequence::SaveAs, [this] { saveAs(); });
    add("file.quit", tr("&Quit"), QKeySequence::Quit, [this] { close(); });
    QAction* undo = m_space->undoStack()->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    m_actions.adopt(undo, QStringLiteral("edit.undo"));
    QAction* redo = m_space->undoStack()->createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    m_actions.adopt(redo, QStringLiteral("edit.redo"));
    m_control->addActions(m_actions);
    m_tasks->addActions(m_actions);
    for (QDockWidget* dock : findChildren<QDockWidget*>()) {
        m_actions.adopt(dock->toggleViewAction(), QStringLiteral("view.") + dock->objectName());
    }
    add("view.restoreLayout", tr("Restore &Default Layout"), {}, [this] { restoreState(m_defaultLayout, layoutVersion); });
    add("help.about", tr("&About Knobscope"), {}, [this] {
        QMessageBox::about(this, tr("About Knobscope"), tr("A workbench for tuning tensor kernels. GPL-3.0-or-later."));
    });
}

void MainWindow::makeMenus()
{
    const std::pair<const char*, QString> menus[] = {
        {"file.", tr("&File")}, {"edit.", tr("&Edit")}, {"run.", tr("&Run")}, {"view.", tr("&View")}, {"help.", tr("&Help")}};
    for (const auto& [prefix, title] : menus) {
        QMenu* menu = menuBar()->addMenu(title);
        for (QAction* action : m_actions.actions()) {
            if (ActionRegistry::idOf(action).startsWith(QLatin1String(prefix))) {
                menu->addAction(action);
            }
        }
    }
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace, &Workspace::message, this, &MainWindow::report);
    connect(&m_workspace, &Workspace::taskChanged, this, &MainWindow::showTask);
    connect(&m_workspace, &Workspace::projectChanged, this, &MainWindow::showTitle);
    TuningSession* session = &m_workspace.session();
    connect(session, &TuningSession::trialsFinished, m_chart, &LiveChart::addTrials);
    connect(session, &TuningSession::started, this, [this](const QString& label, const QString& tuner) { m_chart->startRun(tr("%1, %2").arg(label, tuner)); });
    connect(session, &TuningSession::logged, this, [this](const QString& line, bool isProblem) {
        m_log->append(isProblem ? LogLevel::Warning : LogLevel::Info, line);
    });
    connect(m_space, &SpaceEditor::editsChanged, this, [this] {
        if (auto set = m_workspace.setEdits(m_space->edits()); !set) {
            report(MessageLevel::Error, sentence(set.error()));
        }
        setWindowModified(!m_space->edits().empty());
    });
}

void MainWindow::loadTasks()
{
    const auto target = hostTarget();
    const auto networks = loadNetworks();
    if (!target || !networks) {
        report(MessageLevel::Error, sentence(target ? networks.error() : target.error()));
        return;
    }
    m_tasks->setNetworks(*networks);
    statusBar()->showMessage(tr("This machine: %1").arg(QString::fromStdString(target->text)));
}

void MainWindow::showTask()
{
    const auto task = m_workspace.task();
    m_space->setSpace(tr("%1 — %2").arg(m_workspace.taskLabel(), QString::fromStdString(task->name)), task->templateSpace, task->edits);
}

bool MainWindow::openProject(const QString& path)
{
    if (auto opened = m_workspace.openProject(path); !opened) {
        report(MessageLevel::Error, sentence(opened.error()));
        return false;
    }
    showProject();
    return true;
}

void MainWindow::showProject()
{
    const QString path = m_workspace.projectPath();
    if (m_workspace.runs().empty()) {
        m_log->append(LogLevel::Info, tr("%1 holds no run yet.").arg(path));
        return;
    }
    const RunRow last = m_workspace.runs().back();
    const auto task = m_workspace.taskOfRun(last.id);
    const auto points = m_workspace.project()->points(last.id);
    if (!task || !points) {
        report(MessageLevel::Error,
               points ? tr("The task of run %1 cannot be made by this version.").arg(last.id) : sentence(points.error()));
        return;
    }
    (void)m_workspace.openTask(QString::fromStdString(last.label), task->name, task->args, task->target, task->edits);
    m_chart->startRun(tr("%1, %2").arg(QString::fromStdString(last.label), QString::fromStdString(last.tuner)));
    for (const TrialPoint& point : *points) {
        m_chart->addTrial({point.gflops, point.errorNo != 0});
    }
    m_log->append(LogLevel::Info, tr("%1: run %2 of %3 with %4 trials, %5, best %6 GFLOPS")
                                      .arg(QFileInfo(path).fileName())
                                      .arg(last.id)
                                      .arg(QString::fromStdString(last.label))
                                      .arg(last.trials)
                                      .arg(QString::fromStdString(last.state))
                                      .arg(last.bestGflops, 0, 'f', 1));
}

void MainWindow::askForProject()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open Project"), {}, tr("Knobscope projects (*.knobscope)"));
    if (!path.isEmpty()) {
        openProject(path);
    }
}

void MainWindow::saveAs()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save Project As"), QStringLiteral("untitled.knobscope"),
                                                      tr("Knobscope projects (*.knobscope)"));
    if (path.isEmpty()) {
        return;
    }
    if (auto saved = m_workspace.saveProjectAs(path); !saved) {
        report(MessageLevel::Error, sentence(saved.error()));
        return;
    }
    report(MessageLevel::Info, tr("Runs are kept in %1 from now on.").arg(path));
}

void MainWindow::report(MessageLevel level, const QString& text)
{
    if (level == MessageLevel::Error) {
        m_lastProblem = text;
    }
    const LogLevel logLevel = level == MessageLevel::Error ? LogLevel::Error : level == MessageLevel::Warning ? LogLevel::Warning : LogLevel::Info;
    m_log->append(logLevel, text);
    statusBar()->showMessage(text);
}

void MainWindow::showTitle()
{
    const QString path = m_workspace.projectPath();
    const QString name = m_workspace.isUntitled() || path.isEmpty() ? tr("Unsaved project") : QFileInfo(path).fileName();
    setWindowTitle(path.isEmpty() ? tr("Knobscope[*]") : tr("%1[*]").arg(name));
}

std::vector<std::pair<QString, QWidget*>> MainWindow::views()
{
    std::vector<std::pair<QString, QWidget*>> all{{QStringLiteral("tasks"), m_tasks}, {QStringLiteral("space"), m_space},
                                                  {QStringLiteral("control"), m_control}, {QStringLiteral("chart"), m_chart},
                                                  {QStringLiteral("log"), m_log}};
    for (const auto& [id, view] : m_views) {
        all.emplace_back(id, view);
    }
    return all;
}

void MainWindow::refreshViews()
{
    m_chart->refreshNow();
    m_tasks->refreshNow();
    for (const auto& [id, view] : m_views) {
        view->refreshNow();
    }
}

void MainWindow::restoreLayout()
{
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/layout")).toByteArray(), layoutVersion);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), saveState(layoutVersion));
    m_workspace.session().stop();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            openProject(url.toLocalFile());
        }
    }
}

} // namespace knobscope
