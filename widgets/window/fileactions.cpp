// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/fileactions.h"

#include "widgets/translation/coretext.h"
#include "widgets/welcome/welcomeview.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/viewnavigation.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace knobscope {

namespace {

/// Trials, or tasks that wait.
bool holdsWork(Workspace& workspace)
{
    return !workspace.session().queue().empty()
        || std::any_of(workspace.runs().begin(), workspace.runs().end(), [](const RunRow& run) { return run.trials > 0; });
}

/// A question that does not hold up the window; `answer` gets the button's role. Escape is no.
QMessageBox* question(QWidget& window, const QString& text, const QString& more,
                      const std::function<void(QMessageBox::ButtonRole)>& answer)
{
    auto* box = new QMessageBox(QMessageBox::Question, QString(), text, QMessageBox::Cancel, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(more);
    QObject::connect(box, &QMessageBox::finished, &window, [box, answer] {
        answer(box->clickedButton() ? box->buttonRole(box->clickedButton()) : QMessageBox::RejectRole);
    });
    return box;
}

} // namespace

FileActions::FileActions(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_recent(new QMenu(tr("Open &Recent"), &window))
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& keys, const char* icon, auto&& trigger) {
        return window.actionRegistry().add({QString::fromLatin1(id), text, keys, QString::fromLatin1(icon), nullptr, false},
                                           trigger);
    };
    add("file.new", tr("&New Project"), QKeySequence::New, "", [this] { startNew(); });
    add("file.open", tr("&Open…"), QKeySequence::Open, "document-open", [this] {
        open(tr("Projects, logs, traces, recorded spaces and models (*.knobscope *.log *.json *.json.gz *.space *.onnx)"));
    });
    add("file.openModel", tr("Open &Model…"), {}, "", [this] { open(tr("ONNX models (*.onnx)")); });
    add("file.saveAs", tr("&Save Project As…"), QKeySequence::SaveAs, "document-save-as", [this] { saveAs(); });
    QAction* close = add("file.close", tr("&Close Project"), QKeySequence::Close, "", [this] { closeProject(); });
    add("file.quit", tr("&Quit"), QKeySequence::Quit, "", [&window] { window.close(); });
    const auto enable = [close, &window] { close->setEnabled(!window.workspace().projectPath().isEmpty()); };
    connect(&window.workspace(), &Workspace::projectChanged, close, enable);
    enable();
    m_recent->setObjectName(QStringLiteral("file.recent"));
    m_recent->setToolTipsVisible(true);
    connect(m_recent, &QMenu::aboutToShow, this, &FileActions::fillRecent);
    fillRecent();
}

void FileActions::open(const QString& filter)
{
    m_window.openFiles(
        QFileDialog::getOpenFileNames(&m_window, tr("Open"), {}, filter + QStringLiteral(";;") + tr("All files (*)")));
}

void FileActions::fillRecent()
{
    m_recent->clear();
    RecentProjects& recent = m_window.view<WelcomeView>().recent();
    const QStringList paths = recent.paths();
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString& path = paths[i];
        const QString problem = RecentProjects::problemWith(path);
        QString name = QFileInfo(path).fileName();
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString key = i < 9 ? QStringLiteral("&%1  ").arg(i + 1) : QStringLiteral("    ");
        QAction* action = m_recent->addAction(key + name, this, [this, path] { openRecent(path); });
        action->setToolTip(problem.isEmpty() ? path : tr("%1: %2").arg(path, problem));
    }
    if (paths.isEmpty()) {
        m_recent->addAction(tr("No project was opened yet"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    m_recent->addAction(tr("&Forget These"), this, [&recent, paths] {
        for (const QString& path : paths) {
            recent.remove(path);
        }
    });
}

void FileActions::openRecent(const QString& path)
{
    if (const QString problem = RecentProjects::problemWith(path); !problem.isEmpty()) {
        m_window.workspace().say(MessageLevel::Error, tr("%1: %2").arg(path, problem));
        return;
    }
    m_window.openFiles({path});
}

void FileActions::saveAs(const std::function<void()>& then)
{
    Workspace& workspace = m_window.workspace();
    QFileDialog dialog(&m_window, tr("Save Project As"), QString(), tr("Knobscope projects (*.knobscope)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("knobscope"));
    dialog.selectFile(QStringLiteral("untitled.knobscope"));
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const QString path = dialog.selectedFiles().value(0);
    workspace.say(MessageLevel::Info, tr("Saving %1 …").arg(path));
    workspace.saveProjectAs(path, [&workspace, path, then](const Result<void>& saved) {
        if (!saved) {
            workspace.say(saved.error());
            return;
        }
        workspace.say(MessageLevel::Info, tr("Runs are kept in %1 from now on.").arg(path));
        if (then) {
            then();
        }
    });
}

void FileActions::openProject(const QString& path)
{
    const auto open = [this, path] { m_window.openProject(path); };
    Workspace& workspace = m_window.workspace();
    if (m_window.session().isRunning() || (workspace.isUntitled() && holdsWork(workspace))) {
        leave(open);
    } else {
        open(); // what cannot be opened leaves the one that is open where it is
    }
}

void FileActions::startNew()
{
    leave([this] {
        m_window.workspace().say(MessageLevel::Info,
                                 tr("A new project: it begins with the next run, and has no name until it is saved."));
    });
}

void FileActions::closeProject()
{
    leave([this] { goToView(m_window, QStringLiteral("welcome")); });
}

void FileActions::leave(const std::function<void()>& then)
{
    Workspace& workspace = m_window.workspace();
    if (workspace.session().isRunning()) {
        askToStop(tr("S&top the Run"), [this, then] { stopRun([this, then] { leave(then); }); });
        return;
    }
    if (auto allowed = workspace.mayMeasure(); !allowed) { // what is measured is written to this project
        workspace.say(allowed.error());
        return;
    }
    if (workspace.isUntitled() && holdsWork(workspace)) {
        askToKeep(then);
        return;
    }
    workspace.closeProject();
    then();
}

void FileActions::askToStop(const QString& button, const std::function<void()>& yes)
{
    if (m_window.findChild<QMessageBox*>(QStringLiteral("askToStop"))) {
        return; // it waits for an answer
    }
    Workspace& workspace = m_window.workspace();
    const auto allowed = workspace.mayMeasure();
    const bool isRun = workspace.session().isRunning();
    auto* box = question(
        m_window, isRun || allowed ? tr("A run is writing to this project.") : coreText(allowed.error()),
        isRun ? tr("It can be stopped; what was measured and what waits in the queue is kept, and it can be gone on with.")
              : tr("It can be given up; what is in the project stays."),
        [yes](QMessageBox::ButtonRole role) {
            if (role == QMessageBox::AcceptRole) {
                yes();
            }
        });
    box->setObjectName(QStringLiteral("askToStop"));
    box->setDefaultButton(box->addButton(button, QMessageBox::AcceptRole));
    box->open();
}

void FileActions::stopRun(const std::function<void()>& then)
{
    TuningSession& session = m_window.workspace().session();
    if (!session.isRunning()) {
        then();
        return;
    }
    // Queued: everybody else hears of the end while the project is still there.
    connect(&session, &TuningSession::finished, this, then,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    session.stop();
}

void FileActions::askToKeep(const std::function<void()>& then)
{
    auto* box = question(m_window, tr("The runs of this project have no name yet."),
                         tr("Save them as a project file, or they are deleted."), [this, then](QMessageBox::ButtonRole role) {
                             Workspace& workspace = m_window.workspace();
                             if (role == QMessageBox::AcceptRole) {
                                 saveAs([this, then] { leave(then); });
                             } else if (role == QMessageBox::DestructiveRole) {
                                 const QString path = workspace.projectPath();
                                 workspace.closeProject();
                                 for (const char* part : {"", "-wal", "-shm"}) {
                                     QFile::remove(path + QLatin1String(part));
                                 }
                                 then();
                             }
                         });
    box->addButton(tr("&Delete Them"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("&Save…"), QMessageBox::AcceptRole));
    box->open();
}

} // namespace knobscope
