// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/mainwindow.h"

#include "core/store/project.h"
#include "core/task/host.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>

namespace knobscope {

namespace {

constexpr int layoutVersion = 1;

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_tasks(new TaskView)
    , m_space(new SpaceEditor)
    , m_control(new RunControl)
    , m_chart(new LiveChart)
    , m_log(new LogView)
{
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setCentralWidget(m_space);
    makeDocks();
    makeMenus();
    connectSession();
    loadTasks();
    showTitle();
    resize(1280, 800);
    m_defaultLayout = saveState(layoutVersion);
}

void MainWindow::makeDocks()
{
    const auto add = [this](const QString& name, const QString& title, QWidget* view, Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(title, this);
        dock->setObjectName(name);
        dock->setWidget(view);
        addDockWidget(area, dock);
        return dock;
    };
    QDockWidget* tasks = add(QStringLiteral("tasks"), tr("Tasks"), m_tasks, Qt::LeftDockWidgetArea);
    QDockWidget* control = add(QStringLiteral("control"), tr("Run"), m_control, Qt::RightDockWidgetArea);
    QDockWidget* chart = add(QStringLiteral("chart"), tr("GFLOPS"), m_chart, Qt::BottomDockWidgetArea);
    QDockWidget* log = add(QStringLiteral("log"), tr("Log"), m_log, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    resizeDocks({tasks, control}, {420, 300}, Qt::Horizontal);
    resizeDocks({chart}, {340}, Qt::Vertical);
    resizeDocks({chart, log}, {640, 320}, Qt::Horizontal);
    connect(m_tasks, &TaskView::taskChosen, this, [this](const NetworkTask& task) {
        if (const auto target = hostTarget()) {
            openTask(QString::fromStdString(task.id), task.task, task.args, *target, {});
        }
    });
    connect(m_space, &SpaceEditor::editsChanged, this, [this] { setWindowModified(!m_space->edits().empty()); });
    connect(m_control, &RunControl::startRequested, this, &MainWindow::start);
    connect(m_control, &RunControl::stopRequested, this, [this] {
        m_control->setState(RunControl::State::Stopping);
        m_control->showStatus(tr("Stopping; what is finished is kept."));
        m_session.stop();
    });
    connect(m_control, &RunControl::pauseRequested, this, [this] {
        m_session.pause();
        m_control->setState(RunControl::State::Paused);
    });
    connect(m_control, &RunControl::resumeRequested, this, [this] {
        m_session.resume();
        m_control->setState(RunControl::State::Running);
    });
}

void MainWindow::makeMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Open Project…"), QKeySequence::Open, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open Project"), {}, tr("Knobscope projects (*.knobscope)"));
        if (!path.isEmpty()) {
            openProject(path);
        }
    });
    file->addAction(tr("&Save Project As…"), QKeySequence::SaveAs, this, &MainWindow::saveAs);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = m_space->undoStack()->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = m_space->undoStack()->createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    edit->addActions({undo, redo});

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addAction(tr("&Start"), QKeySequence(Qt::CTRL | Qt::Key_R), this, [this] {
        if (m_control->state() == RunControl::State::Ready) {
            start();
        }
    });
    run->addAction(tr("S&top"), QKeySequence(Qt::CTRL | Qt::Key_Period), this, [this] { emit m_control->stopRequested(); });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* dock : findChildren<QDockWidget*>()) {
        view->addAction(dock->toggleViewAction());
    }
    view->addSeparator();
    view->addAction(tr("Restore &Default Layout"), this, [this] { restoreState(m_defaultLayout, layoutVersion); });

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&About Knobscope"), this, [this] {
        QMessageBox::about(this, tr("About Knobscope"), tr("A workbench for tuning tensor kernels. GPL-3.0-or-later."));
    });
}

void MainWindow::connectSession()
{
    connect(&m_session, &TuningSession::trialsFinished, m_chart, &LiveChart::addTrials);
    connect(&m_session, &TuningSession::progressed, this, [this](const Progress& progress) {
        if (m_control->state() == RunControl::State::Running) {
            m_control->showProgress(progress);
        }
    });
    connect(&m_session, &TuningSession::logged, this, [this](const QString& line, bool isProblem) {
        m_log->append(isProblem ? LogLevel::Warning : LogLevel::Info, line);
    });
    connect(&m_session, &TuningSession::finished, this, &MainWindow::finish);
}

void MainWindow::loadTasks()
{
    const auto target = hostTarget();
    const auto networks = loadNetworks();
    if (!target || !networks) {
        problem(QString::fromStdString(target ? networks.error().message : target.error().message));
        return;
    }
    m_tasks->model().load(*networks, *target);
    statusBar()->showMessage(tr("This machine: %1").arg(QString::fromStdString(target->text)));
}

void MainWindow::openTask(const QString& label, const std::string& name, const nlohmann::json& args, const Target& target,
                          std::vector<SpaceEdit> edits)
{
    if (m_session.isRunning()) {
        m_log->append(LogLevel::Info, tr("The space of %1 opens when the run has ended.").arg(label));
        return;
    }
    auto task = makeTask(name, args, target);
    if (!task) {
        problem(QString::fromStdString(task.error().message));
        return;
    }
    m_label = label;
    m_space->setSpace(tr("%1 — %2").arg(label, QString::fromStdString(name)), task->templateSpace, std::move(edits));
    m_task = std::move(*task);
    m_control->setState(m_task->isGpu ? RunControl::State::NoTask : RunControl::State::Ready);
}

void MainWindow::start()
{
    if (!m_task || m_session.isRunning()) {
        return;
    }
    auto task = makeTask(m_task->name, m_task->args, m_task->target, m_space->edits());
    if (!task) {
        problem(QString::fromStdString(task.error().message));
        return;
    }
    const RunOptions options = m_control->options();
    MeasureOptions measuring;
    measuring.threads = m_control->threads();
    measuring.seed = options.seed;
    m_chart->startRun(tr("%1, %2").arg(m_label, QString::fromStdString(options.tuner)));
    m_control->setState(RunControl::State::Running);
    m_control->showStatus(tr("Starting the workers…"));
    m_log->append(LogLevel::Info, tr("Tuning %1 with %2, %3 trials").arg(m_label, QString::fromStdString(options.tuner)).arg(options.trials));
    m_session.start({std::move(*task), m_label.toStdString(), options, {}, 0}, measuring, m_projectPath);
}

void MainWindow::finish(const RunFinished& result, const QString& trouble)
{
    m_control->setState(RunControl::State::Ready);
    if (!trouble.isEmpty()) {
        problem(trouble);
        m_control->showStatus(trouble);
        return;
    }
    const QString text = result.bestIndex < 0
        ? tr("%1: no config worked in %2 trials.").arg(QString::fromStdString(result.reason)).arg(result.trials)
        : tr("%1: best %2 GFLOPS (%3 ms), config %4, %5 trials, %6 trials/s")
              .arg(QString::fromStdString(result.reason))
              .arg(result.bestGflops, 0, 'f', 1)
              .arg(result.bestSeconds * 1e3, 0, 'f', 4)
              .arg(result.bestIndex)
              .arg(result.trials)
              .arg(result.trialsPerSecond, 0, 'f', 1);
    m_log->append(LogLevel::Info, text);
    m_control->showStatus(text);
}

bool MainWindow::openProject(const QString& path)
{
    auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
    const auto runs = project ? project->runs() : fail(project);
    if (!runs) {
        problem(QString::fromStdString(runs.error().message));
        return false;
    }
    m_projectPath = path;
    showTitle();
    if (runs->empty()) {
        m_log->append(LogLevel::Info, tr("%1 holds no run yet.").arg(path));
        return true;
    }
    const RunRow& last = runs->back();
    const auto row = project->task(last.task);
    const auto task = row ? taskFromJson(row->task) : fail(row);
    const auto trials = project->trials(last.id);
    if (!task || !trials) {
        problem(QString::fromStdString(task ? trials.error().message : task.error().message));
        return false;
    }
    openTask(QString::fromStdString(last.label), task->name, task->args, task->target, task->edits);
    m_chart->startRun(tr("%1, %2").arg(QString::fromStdString(last.label), QString::fromStdString(last.tuner)));
    for (const TrialRow& trial : *trials) {
        m_chart->addTrial({trial.gflops, trial.errorNo != 0});
    }
    m_log->append(LogLevel::Info, tr("%1: run %2 of %3 with %4 trials, %5, best %6 GFLOPS")
                                      .arg(QFileInfo(path).fileName())
                                      .arg(last.id)
                                      .arg(QString::fromStdString(last.label))
                                      .arg(last.trials)
                                      .arg(QString::fromStdString(last.state))
                                      .arg(last.bestGflops, 0, 'f', 1));
    return true;
}

void MainWindow::saveAs()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save Project As"), QStringLiteral("untitled.knobscope"), tr("Knobscope projects (*.knobscope)"));
    if (path.isEmpty()) {
        return;
    }
    if (!m_projectPath.isEmpty() && m_projectPath != path) {
        QFile::remove(path);
        if (!QFile::copy(m_projectPath, path)) {
            problem(tr("%1 could not be written; is there space, and may you write there?").arg(path));
            return;
        }
    } else if (auto created = Project::open(path.toStdString(), Project::Mode::Create); !created) {
        problem(QString::fromStdString(created.error().message));
        return;
    }
    m_projectPath = path;
    showTitle();
    m_log->append(LogLevel::Info, tr("Runs are kept in %1 from now on.").arg(path));
}

void MainWindow::problem(const QString& sentence)
{
    m_lastProblem = sentence;
    m_log->append(LogLevel::Error, sentence);
    statusBar()->showMessage(sentence);
}

void MainWindow::showTitle()
{
    setWindowTitle(m_projectPath.isEmpty() ? tr("Knobscope[*]") : tr("%1[*]").arg(QFileInfo(m_projectPath).fileName()));
}

std::vector<std::pair<QString, QWidget*>> MainWindow::views()
{
    return {{QStringLiteral("tasks"), m_tasks}, {QStringLiteral("space"), m_space}, {QStringLiteral("control"), m_control},
            {QStringLiteral("chart"), m_chart}, {QStringLiteral("log"), m_log}};
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
    m_session.stop();
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
