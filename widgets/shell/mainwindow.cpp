// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/mainwindow.h"

#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/project/extentsdialog.h"
#include "widgets/project/networks.h"
#include "widgets/project/speedunits.h"
#include "widgets/shell/controlring.h"
#include "widgets/shell/docktitles.h"
#include "widgets/shell/editactions.h"
#include "widgets/shell/fileactions.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/librariesused.h"
#include "widgets/shell/manual.h"
#include "widgets/shell/menus.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/projector.h"
#include "widgets/shell/renameundo.h"
#include "widgets/shell/statusbar.h"
#include "widgets/shell/toolbars.h"
#include "widgets/shell/viewactions.h"
#include "widgets/shell/views.h"
#include "widgets/shell/windowviews.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/log/logview.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/welcome/welcomeview.h"
#include "widgets/views/workshop/workshopview.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>

namespace knobscope {

namespace {

/// Passes dropped files on to the window and to views that accept them: plots would reject unknown ones, and text fields would
/// insert the path.
class FileDropFilter : public QObject
{
public:
    explicit FileDropFilter(MainWindow& window)
        : QObject(&window)
        , m_window(window)
    {
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::DragEnter || !watched->isWidgetType()
            || !static_cast<QDragEnterEvent*>(event)->mimeData()->hasUrls()) {
            return false;
        }
        const auto* widget = static_cast<QWidget*>(watched);
        if (widget == &m_window || widget->window() != &m_window || qobject_cast<const View*>(widget)) {
            return false;
        }
        event->ignore();
        return true; // the parent widget gets the event next
    }

private:
    MainWindow& m_window;
};

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(this)
    , m_center(new QStackedWidget)
    , m_views(new WindowViews(*this, *m_center, m_workspace))
    , m_messages(new StatusMessages(*this))
    , m_autosave(new Autosave(m_workspace, *this, [this] {
        return WindowState{saveGeometry(), m_layouts->state(), sessionState(m_workspace, m_views->all())};
    }))
{
    setAcceptDrops(true);
    QCoreApplication::instance()->installEventFilter(new FileDropFilter(*this));
    setDockNestingEnabled(true);
    setCentralWidget(m_center);
    const QSize frame(16, 48); // at most, around the window; what is known of it is known once it is shown
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - frame));
    connect(m_views, &WindowViews::made, this, &MainWindow::connectView);
    connect(m_views, &WindowViews::completed, this, [this] {
        fillMenus(*this, m_actions, *m_files->recentMenu());
        m_autosave->begin();
    });
    m_layouts = new Layouts(*this);
    new DockTitles(*this);
    addActions();
    addDockActions();
    addMenus(*this);
    for (const QMenu* menu : menuBar()->findChildren<QMenu*>()) {
        connect(menu, &QMenu::aboutToShow, m_views, &WindowViews::all);
    }
    for (const char* id :
         {"space", "tasks", "config", "run"}) { // in all modes but two; Tab goes in the order in which they are made
        m_views->make(QString::fromLatin1(id));
    }
    makeToolBars(*this);
    connectWorkspace();
    statusBar()->addPermanentWidget(makeStatusLine(m_workspace));
    connectNetworks();
    showTitle();
    m_layouts->apply(Layout::Explore);
    m_autosave->watchWindow();
    m_actions.completeWith([this] { m_views->all(); });
}

MainWindow::~MainWindow()
{
    delete m_autosave; // it queries the views
    delete m_views;    // use the workspace, so they are destroyed first
}

void MainWindow::addActions()
{
    m_files = new FileActions(*this);
    const auto takeOver = [this](QAction* action, const char* id, const char* icon) {
        action->setIcon(iconNamed(QString::fromLatin1(icon)));
        m_actions.adopt(action, QString::fromLatin1(id));
    };
    QAction* undo = spaceEditor().undoGroup()->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    takeOver(undo, "edit.undo", "edit-undo");
    QAction* redo = spaceEditor().undoGroup()->createRedoAction(this, tr("&Redo"));
    QList<QKeySequence> keys{QKeySequence(QKeySequence::Redo)}; // one of these two, by the desktop
    for (const QKeySequence& key : {QKeySequence(Qt::CTRL | Qt::Key_Y), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)}) {
        keys << (keys.contains(key) ? QList<QKeySequence>() : QList<QKeySequence>{key});
    }
    redo->setShortcuts(keys);
    takeOver(redo, "edit.redo", "edit-redo");
    new RenameUndo(m_workspace, *spaceEditor().undoGroup(), this);
    addEditActions(*this, m_actions);
    m_files->addNotes();
    addManual(*this, m_actions);
    addNavigation(*this, m_actions);
    addChoices(*this, m_workspace, m_actions);
    addViewActions(*this, m_actions);
    m_layouts->addActions(m_actions);
    m_projector = new Projector(*this);
    m_actions.add({QStringLiteral("help.about"), tr("&About Knobscope"), {}, QStringLiteral("help-about")}, [this] {
        QMessageBox::about(
            this, tr("About Knobscope"),
            tr("<h3>Knobscope %1</h3><p>A workbench for tuning tensor kernels. GPL-3.0-or-later.</p>").arg(programVersion())
                + QStringLiteral("<p>%1</p>").arg(librariesUsed().join(QStringLiteral("<br>"))));
    });
}

void MainWindow::addDockActions()
{
    for (const ViewEntry& entry : viewEntries()) {
        const QString id = QString::fromLatin1(entry.id);
        if (auto* dock = findChild<QDockWidget*>(id)) {
            QAction* toggle = dock->toggleViewAction();
            toggle->setText(tr("Show or Hide %1").arg(titleOf(entry)));
            m_actions.adopt(toggle, QStringLiteral("show.") + id);
        }
    }
}

void MainWindow::connectView(View& view)
{
    view.addActions(m_actions);
    m_autosave->watch(view);
    if (auto* welcome = qobject_cast<WelcomeView*>(&view)) {
        connect(welcome, &WelcomeView::modelWanted, m_actions.action(QStringLiteral("file.openModel")), &QAction::trigger);
        connect(welcome, &WelcomeView::lessonWanted, this, [this](const QString& id) { openLesson(*this, id); });
        if (!m_workspace.task()) {
            m_center->setCurrentWidget(welcome);
        }
    } else if (auto* network = qobject_cast<NetworkView*>(&view)) {
        connect(network, &NetworkView::modelWanted, m_actions.action(QStringLiteral("file.openModel")), &QAction::trigger);
    } else if (auto* lessons = qobject_cast<LessonView*>(&view)) {
        connectLessons(*this, *lessons);
    } else if (auto* tasks = qobject_cast<TaskView*>(&view)) {
        tasks->setNetworksLater(m_workspace.networks().all());
    } else if (auto* config = qobject_cast<ConfigView*>(&view)) {
        const auto takePins = [this, config] { runView().setPinned(config->pinned()); };
        connect(&config->pins(), &PinnedConfigs::changed, this, takePins);
        connect(&m_workspace, &Workspace::taskChanged, config, takePins);
        connect(&m_workspace, &Workspace::editsChanged, config, takePins);
    }
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace, &Workspace::message, this, &MainWindow::report);
    connect(&m_workspace, &Workspace::viewWanted, this, [this](const QString& id) { goToView(*this, id); });
    connect(&m_workspace, &Workspace::fileWanted, m_files, &FileActions::openFile);
    connect(&m_workspace, &Workspace::scheduleWanted, this, [this](const QString& text, const QString& name) {
        goToView(*this, QStringLiteral("workshop"));
        view<WorkshopView>().openText(text, name);
    });
    connect(&m_actions, &ActionRegistry::refused, this,
            [this](const QString& reason) { m_messages->show(MessageLevel::Warning, reason); });
    connect(m_messages, &StatusMessages::logWanted, this, [this] { goToView(*this, QStringLiteral("log")); });
    connect(&m_workspace, &Workspace::taskChanged, this, &MainWindow::showCenter);
    connect(&m_workspace, &Workspace::projectChanged, this, &MainWindow::showTitle);
    connect(&m_workspace, &Workspace::editsChanged, this, [this] { setWindowModified(!m_workspace.task()->edits.empty()); });
    connect(&m_workspace.session(), &TuningSession::logged, this, [this](const Sentence& line, bool isProblem, qint64 config) {
        view<LogView>().append(isProblem ? MessageLevel::Warning : MessageLevel::Info, line, config);
    });
}

void MainWindow::connectNetworks()
{
    Networks& networks = m_workspace.networks();
    connect(&networks, &Networks::changed, this, [this, &networks] {
        if (m_views->ifMade(QStringLiteral("tasks"))) {
            view<TaskView>().setNetworks(networks.all());
        }
    });
    connect(&networks, &Networks::extentsWanted, this,
            [this, &networks](const QString& path, const std::vector<DeclaredInput>& inputs, const QString& problem) {
                m_messages->show(MessageLevel::Info, tr("Choose the extents of %1.").arg(path));
                (new ExtentsDialog(networks, path, inputs, problem, this))->open();
            });
    connect(&networks, &Networks::reading, this,
            [this](const QString& path) { report(MessageLevel::Info, tr("Reading %1").arg(path)); });
    connect(&networks, &Networks::opened, this, [this](const QString& id) {
        report(MessageLevel::Info, tr("%1 was opened.").arg(id));
        view<TaskView>().showNetwork(id);
        m_layouts->apply(Layout::Networks);
    });
}

void MainWindow::showCenter()
{
    const bool isTaken = !m_layouts->maximised().isEmpty() && m_layouts->maximised() != QLatin1String("welcome");
    if (m_workspace.task() && (isTaken || !m_layouts->hasCentre())) {
        m_center->setCurrentWidget(&spaceEditor()); // once shown, the editor keeps its place while the user looks at other tasks
    } else {
        showView(m_workspace.task() ? QStringLiteral("space") : QStringLiteral("welcome"));
    }
}

void MainWindow::showView(const QString& id)
{
    if (id != m_layouts->maximised()) {
        m_layouts->endMaximised();
    }
    View* view = m_views->make(id);
    if (auto* dock = findChild<QDockWidget*>(id)) {
        dock->show();
        dock->raise();
    } else if (view) {
        m_center->setCurrentWidget(view);
        m_layouts->showCentre();
    }
}

void MainWindow::setVisible(bool isVisible)
{
    if (isVisible && !this->isVisible()) {
        m_views->makeOpen();
        if (!m_workspace.task() && m_layouts->hasCentre()) {
            m_views->make(QStringLiteral("welcome"));
        }
        m_layouts->updateDistribution();
        auto* page = qobject_cast<View*>(m_center->currentWidget());
        if (page && m_layouts->hasCentre() && !focusWidget()) { // Qt would take the control that was made first
            focusPage(*page);
        } else if (!focusWidget()) {
            m_layouts->focusFirstView();
        }
    }
    QMainWindow::setVisible(isVisible);
}

bool MainWindow::openProject(const QString& path)
{
    bool isOpen = false;
    openInBackground(path, [&isOpen](bool opened) { isOpen = opened; });
    m_workspace.opening().finishNow();
    return isOpen;
}

void MainWindow::openInBackground(const QString& path, const std::function<void(bool)>& then)
{
    m_views->makeOpen(); // while there is nothing to read
    m_workspace.openInBackground(path, false, [this, path, then](const Result<void>& opened) {
        if (!m_workspace.reportError(opened)) {
            showOpened(path);
        }
        if (then) {
            then(opened.has_value());
        }
    });
}

void MainWindow::showOpened(const QString& path)
{
    // Not stored in the project: it can be read off the file, and opening a file must not change it.
    const auto log = [this](const QString& text) {
        view<LogView>().append(MessageLevel::Info, text, -1, LogEntry::Keeping::Not);
        m_messages->show(MessageLevel::Info, text);
    };
    if (m_workspace.runs().empty()) {
        log(tr("%1 contains no runs yet.").arg(path));
        return;
    }
    const RunRow last = m_workspace.runs().back();
    if (auto opened = m_workspace.openTaskOfRun(last.id); !opened) {
        m_workspace.report(MessageLevel::Warning, opened.error()); // the project is open anyway
    }
    log(tr("%1: run %2 of %3 with %4 trial(s), %5, best %6", nullptr, pluralOf(last.trials))
            .arg(QFileInfo(path).fileName())
            .arg(last.id)
            .arg(QString::fromStdString(last.label), number(last.trials), fixedCoreText(last.state),
                 FlopsCount::speed(number(last.bestGflops, 1),
                                   runsInCalls(m_workspace).contains(last.id) ? SpeedUnit::CallsPerSecond : SpeedUnit::Gflops)));
}

void MainWindow::openFiles(const QStringList& paths)
{
    m_lastProblem.clear();
    for (const QString& path : paths) {
        m_files->openFile(path);
    }
    if (!m_lastProblem.isEmpty() && !m_workspace.task()) {
        showCenter(); // start page, in any layout
    }
}

void MainWindow::report(MessageLevel level, const QString& text, qint64 config, const Sentence& sentence)
{
    if (level == MessageLevel::Error) {
        m_lastProblem = text;
    }
    sentence.empty() ? view<LogView>().append(level, text, config) : view<LogView>().append(level, sentence, config);
    m_messages->show(level, text);
}

void MainWindow::showTitle()
{
    const QString path = m_workspace.projectPath();
    const QString name = m_workspace.isUntitled() ? tr("Unsaved project") : QFileInfo(path).fileName();
    setWindowTitle(path.isEmpty() ? tr("Knobscope[*]") : tr("%1[*]").arg(name));
}

void MainWindow::refreshViews()
{
    for (const auto& [id, view] : m_views->all()) {
        view->refreshNow();
    }
}

void MainWindow::restore(bool session, std::chrono::milliseconds timeout)
{
    const QJsonObject state = loadWindow(*this, *m_layouts);
    m_projector->restore();
    m_views->makeOpen();
    if (!session) {
        return;
    }
    m_autosave->setSuspended(true);
    restoreSession(
        state, m_workspace, [this](const QJsonObject& kept) { m_views->restore(kept); },
        [this](const QStringList& problems) {
            m_autosave->setSuspended(false);
            if (!m_workspace.task()) {
                showCenter(); // start page, in any layout
            }
            for (const QString& problem : problems) {
                report(MessageLevel::Warning, problem);
            }
        });
    m_workspace.opening().finishWithin(timeout);
}

void MainWindow::saveSession()
{
    m_autosave->saveNow();
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const auto isOutOfSight = [this](const QWidget* widget) {
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget); tabs && tabs->parentWidget() == this) {
            return tabs->count() < 2 || tabs->visibleRegion().isEmpty(); // Qt keeps those of docks whose neighbours are hidden
        }
        while (widget && widget != m_center && !qobject_cast<const QDockWidget*>(widget)) {
            widget = widget->parentWidget();
        }
        return widget && (widget == m_center ? !m_layouts->hasCentre() : !isInSight(*widget));
    };
    constexpr int most = 1000; // upper bound on the number of focusable widgets
    for (int passed = 0; passed < most; ++passed) {
        if (!QMainWindow::focusNextPrevChild(next)) {
            return false;
        }
        if (!isOutOfSight(focusWidget())) {
            return true;
        }
    }
    return false;
}

/// Whether writes to the project are still pending after a short wait.
bool MainWindow::isWriting()
{
    view<LogView>().storeNow();
    return !m_workspace.writes().finishWithin(QuickReader::timeout());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveSession();
    if (m_isLeaving || (!session().isRunning() && !m_workspace.blockingJob())) {
        event->setAccepted(!isWriting());
        if (!event->isAccepted()) {
            m_files->askToWait();
        }
        return;
    }
    event->ignore();
    m_files->askToStop(tr("Stop and &Close"), m_workspace.blockingJob(), [this] {
        m_isLeaving = true;
        m_files->stopRun([this] { close(); });
        QTimer::singleShot(kClosingTimeout / 2, this, [this] {
            if (isVisible()) { // the run has not ended: closes the window and waits once more
                close();
            }
        });
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    openFiles(View::filesOf(*event));
}

} // namespace knobscope
