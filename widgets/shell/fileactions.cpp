// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/fileactions.h"

#include "core/network/modelfile.h"
#include "core/store/filehead.h"
#include "core/study/foreignimport.h"
#include "core/trace/gzstream.h"
#include "widgets/base/coretext.h"
#include "widgets/project/networks.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/notesdialog.h"
#include "widgets/shell/reportdialog.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/welcome/welcomeview.h"
#include "widgets/views/workshop/workshopview.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <array>
#include <istream>

namespace knobscope {

namespace {

/// Whether the project has trials or queued tasks.
bool hasRuns(Workspace& workspace)
{
    return !workspace.session().queue().empty()
        || std::ranges::any_of(workspace.runs(), [](const RunRow& run) { return run.trials > 0; });
}

/// Shows a non-blocking question; `answer` gets the role of the pressed button. Escape means no.
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

/// Whether these first bytes are of another tuner's results (core/study/foreignspace.h).
bool beginsResults(const QByteArray& head)
{
    constexpr std::array words{"\"tune_params\"",     "\"results\"", "\"Results\"", "\"KttVersion\"",
                               "\"configs_timings\"", "\"params_",   ",params_",    ",perf_ms,"};
    return beginsForeignSpace(head.toStdString())
        && (std::ranges::any_of(words, [&](const char* word) { return head.contains(word); })
            || (head.contains("\"params\"") && head.contains("\"state\"")));
}

/// Kind of a gzip file, by the first bytes of what is in it: traces and results are compressed.
FileKind packedKind(const QString& path)
{
    constexpr std::streamsize enough = 8192;
    GzInput input(path.toStdString());
    std::istream stream(&input);
    QByteArray head(enough, '\0');
    stream.read(head.data(), enough);
    head.truncate(stream.gcount());
    return beginsResults(head) ? FileKind::Results : FileKind::Trace;
}

/// Shows a dialog on the project that is deleted when it is closed; one that is open already comes to the front.
template<class Dialog>
void openDialog(MainWindow& window)
{
    auto* dialog = window.findChild<Dialog*>();
    if (!dialog) {
        dialog = new Dialog(window.workspace(), &window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace

FileKind fileKind(const QString& path)
{
    constexpr int enough = 8192;
    const auto bytes = fileHead(path.toStdString(), enough);
    if (!bytes) {
        return FileKind::Other;
    }
    const QByteArray head = QByteArray::fromStdString(*bytes);
    if (beginsSqlite(*bytes)) {
        return FileKind::Project;
    }
    if (head.startsWith("\x1f\x8b")) {
        return packedKind(path);
    }
    if (isModelFileName(path.toStdString())) {
        return FileKind::Model;
    }
    if (path.endsWith(QLatin1String(".sched"), Qt::CaseInsensitive)) {
        return FileKind::Schedule;
    }
    const QByteArray text = head.trimmed();
    const bool hasEvents = text.contains("\"traceEvents\"") || (text.contains("\"ph\"") && text.contains("\"ts\""));
    if ((text.startsWith('{') || text.startsWith('[')) && hasEvents) {
        return FileKind::Trace;
    }
    // One record per line: {"input": …, "config": …, "result": …} or {"i": …, "r": …, "v": 0.1}; '#' lines may precede it.
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith('#') || line.trimmed().isEmpty()) {
            continue;
        }
        const bool isRecord = line.startsWith('{')
                           && ((line.contains("\"input\"") && line.contains("\"config\""))
                               || (line.contains("\"i\"") && line.contains("\"r\"")));
        return isRecord ? FileKind::Log : beginsResults(text) ? FileKind::Results : FileKind::Other;
    }
    return FileKind::Other;
}

QString unsupportedFileMessage(const QString& path)
{
    const QFileInfo file(QDir::cleanPath(path)); // works for a folder's name, too
    if (!file.exists()) {
        return coreText(phrase("There is no file {}", path.toStdString()));
    }
    if (!file.isReadable()) {
        return QCoreApplication::translate("FileKind",
                                           "%1 cannot be read. Check that it exists and that you have permission to read it.")
            .arg(path);
    }
    return QCoreApplication::translate(
               "FileKind",
               "%1 is not a file Knobscope can open (project, AutoTVM log, Chrome trace, ONNX model, schedule, results of "
               "another tuner).")
        .arg(file.fileName());
}

FileActions::FileActions(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_recent(new QMenu(tr("Open &Recent"), &window))
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& keys, const char* icon, auto&& trigger) {
        return window.actionRegistry().add({QString::fromLatin1(id), text, keys, QString::fromLatin1(icon), nullptr, false},
                                           trigger);
    };
    add("file.new", tr("&New Project"), QKeySequence::New, "", [this] {
        leave([this] {
            m_window.workspace().report(MessageLevel::Info,
                                        tr("New project. It is created with the first run; save it to give it a name."));
        });
    });
    add("file.open", tr("&Open…"), QKeySequence::Open, "document-open", [this] {
        open(tr("Projects, logs, traces, models and schedules (*.knobscope *.log *.json *.json.gz *.csv *.onnx *.sched)"));
    });
    add("file.openModel", tr("Open &Model…"), {}, "", [this] { open(tr("ONNX models (*.onnx)")); });
    add("file.save", tr("Sa&ve"), QKeySequence(Qt::CTRL | Qt::Key_S), "", [this] { save(); });
    // Not every desktop has a shortcut for "Save As".
    add("file.saveAs", tr("&Save Project As…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), "document-save-as",
        [this] { saveAs(); });
    window.actionRegistry().add(
        "file.handIn", tr("&Hand In…"), {}, [this] { handIn(); },
        [&window] {
            return window.view<LessonView>().book().log().entries().empty() ? tr("There are no answers to lessons to hand in.")
                                                                            : QString();
        });
    window.actionRegistry().add(
        "file.report", tr("Re&port…"), {}, [&window] { openDialog<ReportDialog>(window); },
        [&window] { return window.workspace().missingRuns(); });
    QAction* close = add("file.close", tr("&Close Project"), QKeySequence::Close, "",
                         [this] { leave([this] { goToView(m_window, QStringLiteral("welcome")); }); });
    add("file.quit", tr("&Quit"), QKeySequence::Quit, "", [&window] { window.close(); });
    const auto enable = [close, &window] { close->setEnabled(!window.workspace().projectPath().isEmpty()); };
    connect(&window.workspace(), &Workspace::projectChanged, close, enable);
    enable();
    m_recent->setObjectName(QStringLiteral("file.recent"));
    m_recent->setToolTipsVisible(true);
    connect(m_recent, &QMenu::aboutToShow, this, &FileActions::fillRecent);
    fillRecent();
    connect(&window.workspace().opening(), &ProjectOpening::changed, this, &FileActions::showOpening);
}

/// Shows the progress dialog after a delay: most projects open faster than anyone could read it.
void FileActions::showOpening()
{
    constexpr std::chrono::milliseconds usual(1000);
    delete m_opening.data();
    ProjectOpening& opening = m_window.workspace().opening();
    if (!opening.isBusy()) {
        return;
    }
    m_opening = new QProgressDialog(
        tr("Opening %1. Another program may be using the file; it opens when that program has finished.").arg(opening.path()),
        tr("Cancel"), 0, 0, &m_window);
    m_opening->setObjectName(QStringLiteral("opening"));
    connect(m_opening.data(), &QProgressDialog::canceled, &opening, &ProjectOpening::cancel, Qt::QueuedConnection);
    QTimer::singleShot(usual, m_opening.data(), &QWidget::show);
}

void FileActions::askToWait()
{
    if (m_window.findChild<QMessageBox*>(QStringLiteral("askToWait"))) {
        return;
    }
    ProjectWrites& writes = m_window.workspace().writes();
    auto* box = question(m_window, writes.unwritten(), tr("The window closes when everything is saved."),
                         [this, &writes](QMessageBox::ButtonRole role) {
                             if (role == QMessageBox::DestructiveRole) {
                                 writes.giveUp();
                                 m_window.close();
                             }
                         });
    box->setObjectName(QStringLiteral("askToWait"));
    box->setDefaultButton(QMessageBox::Cancel);
    box->addButton(tr("Close &Without Saving"), QMessageBox::DestructiveRole);
    connect(&writes, &ProjectWrites::idle, box, [this, box] {
        box->reject();
        m_window.close();
    });
    box->open();
}

void FileActions::open(const QString& filter)
{
    m_window.openFiles(
        QFileDialog::getOpenFileNames(&m_window, tr("Open"), {}, filter + QStringLiteral(";;") + tr("All files (*)")));
}

void FileActions::fillRecent()
{
    m_recent->clear();
    const QStringList paths = RecentProjects::paths();
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString& path = paths[i];
        const QString problem = RecentProjects::problemWith(path);
        QString name = QFileInfo(path).fileName();
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString key = i < 9 ? QStringLiteral("&%1  ").arg(i + 1) : QStringLiteral("    ");
        QAction* action = m_recent->addAction(key + name, this, [this, path] { m_window.view<WelcomeView>().open(path); });
        action->setToolTip(problem.isEmpty() ? path : tr("%1: %2").arg(path, problem));
    }
    if (paths.isEmpty()) {
        m_recent->addAction(tr("No recent projects"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    m_recent->addAction(tr("&Clear List"), this, [this, paths] {
        for (const QString& path : paths) {
            m_window.view<WelcomeView>().recent().remove(path);
        }
    });
}

void FileActions::addNotes()
{
    m_window.actionRegistry().add(
        "edit.notes", tr("&Notes…"), {}, [this] { openDialog<NotesDialog>(m_window); },
        [this] { return m_window.workspace().projectPath().isEmpty() ? m_window.workspace().missingRuns() : QString(); });
}

void FileActions::openFile(const QString& path)
{
    const auto show = [this](const char* id) { m_window.showView(QString::fromLatin1(id)); };
    switch (fileKind(path)) {
    case FileKind::Project: openProject(path); return;
    case FileKind::Log:
        show("compare");
        m_window.view<CompareView>().addFile(path);
        return;
    case FileKind::Trace:
        show("timeline");
        m_window.view<TimelineView>().importTrace(path);
        return;
    case FileKind::Model:
        (void)m_window.view<NetworkView>(); // shows the network when it is opened
        m_window.workspace().networks().open(path);
        return;
    case FileKind::Results: importResults(path); return;
    case FileKind::Schedule:
        goToView(m_window, QStringLiteral("workshop"));
        m_window.view<WorkshopView>().openFile(path);
        return;
    case FileKind::Other: m_window.workspace().report(MessageLevel::Error, unsupportedFileMessage(path));
    }
}

void FileActions::importResults(const QString& path)
{
    struct Imported {
        ImportedRun run;
        std::vector<Sentence> problems;
    };
    Workspace& workspace = m_window.workspace();
    const auto project = workspace.ensureProject();
    if (workspace.reportError(project)) {
        return;
    }
    if (m_import.isBusy()) {
        workspace.report(MessageLevel::Warning, tr("Results are being imported. Try again when that has finished."));
        return;
    }
    workspace.registerJob({&m_import, tr("Results are being imported. Try again when that has finished."),
                           BackgroundJob::Blocks::Leaving, BackgroundJob::AtEnd::Finished});
    m_import.ask(
        [file = path.toStdString(), into = project->toStdString()]() -> Result<Imported> {
            const auto run = TRY(readForeignRun(file));
            const auto imported = TRY(importForeignRun(run, file, into));
            return Imported{imported, run.space.problems};
        },
        [this](const Result<Imported>& imported) {
            Workspace& now = m_window.workspace();
            if (now.reportError(imported)) {
                return;
            }
            for (const Sentence& problem : imported->problems) {
                now.report(MessageLevel::Warning, problem);
            }
            now.report(MessageLevel::Info, tr("Imported %n trial(s) as run %1 of %2.", nullptr, pluralOf(imported->run.trials))
                                               .arg(imported->run.run)
                                               .arg(QString::fromStdString(imported->run.label)));
            m_window.showView(QStringLiteral("speed"));
        });
}

/// Everything is kept as one works, so this only says so; a project without a name gets one.
void FileActions::save()
{
    Workspace& workspace = m_window.workspace();
    const QString path = workspace.isUntitled() ? QString() : workspace.projectPath();
    path.isEmpty() ? saveAs() : workspace.report(MessageLevel::Info, tr("Everything is saved in %1.").arg(path));
}

void FileActions::saveAs(const std::function<void()>& then)
{
    Workspace& workspace = m_window.workspace();
    QFileDialog dialog(&m_window, tr("Save Project As"), QString(), tr("Knobscope projects (*.knobscope)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("knobscope"));
    const bool hasName = !workspace.isUntitled() && !workspace.projectPath().isEmpty();
    dialog.selectFile(hasName ? QFileInfo(workspace.projectPath()).absoluteFilePath() : QStringLiteral("untitled.knobscope"));
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const QString path = dialog.selectedFiles().value(0);
    workspace.report(MessageLevel::Info, tr("Saving %1…").arg(path));
    workspace.saveProjectAs(path, [&workspace, path, then](const Result<void>& saved) {
        if (workspace.reportError(saved)) {
            return;
        }
        workspace.report(MessageLevel::Info, tr("Runs are now saved in %1.").arg(path));
        if (then) {
            then();
        }
    });
}

/// Asks for the student's name and a file, and writes the answers to lessons there.
void FileActions::handIn()
{
    bool isAccepted = false;
    const QString student =
        QInputDialog::getText(&m_window, tr("Hand In"), tr("Your name:"), QLineEdit::Normal, {}, &isAccepted).trimmed();
    if (!isAccepted || student.isEmpty()) {
        return;
    }
    const QString path = QFileDialog::getSaveFileName(&m_window, tr("Hand In"), student + QStringLiteral("-hand-in.json"),
                                                      tr("Hand-ins (*.json)"));
    Workspace& workspace = m_window.workspace();
    if (!path.isEmpty() && !workspace.reportError(m_window.view<LessonView>().book().handIn(path, student))) {
        workspace.report(MessageLevel::Info, tr("Your answers were written to %1. Give this file to your teacher.").arg(path));
    }
}

void FileActions::openProject(const QString& path)
{
    const auto open = [this, path] {
        m_window.openInBackground(path, [this](bool isOpen) {
            if (!isOpen && !m_window.workspace().task()) {
                m_window.showCenter(); // start page, in any layout
            }
        });
    };
    Workspace& workspace = m_window.workspace();
    if (m_window.session().isRunning() || (workspace.isUntitled() && hasWork())) {
        leave(open);
    } else {
        open(); // if opening fails, the current project stays open
    }
}

void FileActions::leave(const std::function<void()>& then)
{
    Workspace& workspace = m_window.workspace();
    if (workspace.session().isRunning()) {
        askToStop(tr("S&top the Run"), nullptr, [this, then] { stopRun([this, then] { leave(then); }); });
        return;
    }
    if (workspace.reportError(workspace.checkCanMeasure())) { // imports are written to this project
        return;
    }
    if (workspace.isUntitled() && hasWork()) {
        askToKeep(then);
        return;
    }
    workspace.closeProject();
    then();
}

void FileActions::askToStop(const QString& button, const BackgroundJob* other, const std::function<void()>& yes)
{
    if (m_window.findChild<QMessageBox*>(QStringLiteral("askToStop"))) {
        return; // already asking
    }
    QStringList works;
    QStringList ends; // consequence for each
    const bool isRunning = m_window.workspace().session().isRunning();
    if (isRunning) {
        works << tr("A run is writing to this project.");
        ends << tr("You can stop it: measurements and the queue are kept, and you can resume later.");
    }
    const bool isFinished = other && other->atEnd == BackgroundJob::AtEnd::Finished;
    if (other && !(isRunning && isFinished)) {
        works << other->sentence;
        ends << (isFinished ? tr("It finishes before the program closes, so nothing is lost.")
                            : tr("You can cancel it: everything saved in the project is kept."));
    }
    auto* box =
        question(m_window, works.join(QLatin1Char('\n')), ends.join(QLatin1Char('\n')), [yes](QMessageBox::ButtonRole role) {
            if (role == QMessageBox::AcceptRole) {
                yes();
            }
        });
    box->setObjectName(QStringLiteral("askToStop"));
    box->setDefaultButton(box->addButton(isFinished && !isRunning ? tr("&Close") : button, QMessageBox::AcceptRole));
    box->open();
}

void FileActions::stopRun(const std::function<void()>& then)
{
    TuningSession& session = m_window.workspace().session();
    if (!session.isRunning()) {
        then();
        return;
    }
    // Queued, so that other listeners handle the end while the project is still open; by then the list of runs is up to date.
    const auto whenRead = [this, then] {
        m_window.workspace().ask(
            this, QStringLiteral("stopped"), [](Project&) { return Result<void>(); }, [then](const Result<void>&) { then(); });
    };
    connect(&session, &TuningSession::finished, this, whenRead,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    session.stop();
}

/// Whether the project has runs, queued tasks or answers to lessons.
bool FileActions::hasWork() const
{
    return hasRuns(m_window.workspace()) || !m_window.view<LessonView>().book().log().entries().empty();
}

void FileActions::askToKeep(const std::function<void()>& then)
{
    const bool isRuns = hasRuns(m_window.workspace());
    auto* box =
        question(m_window,
                 isRuns ? tr("The runs of this project are not saved as a file yet.")
                        : tr("The answers to lessons in this project are not saved as a file yet."),
                 tr("If you do not save them as a project file, they are deleted."), [this, then](QMessageBox::ButtonRole role) {
                     Workspace& workspace = m_window.workspace();
                     if (role == QMessageBox::AcceptRole) {
                         saveAs([this, then] { leave(then); });
                     } else if (role == QMessageBox::DestructiveRole) {
                         const QString path = workspace.projectPath();
                         workspace.closeProject();
                         workspace.discard(path);
                         then();
                     }
                 });
    box->addButton(isRuns ? tr("&Delete Runs") : tr("&Delete Answers"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("&Save…"), QMessageBox::AcceptRole));
    box->open();
}

} // namespace knobscope
