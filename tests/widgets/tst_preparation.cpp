// SPDX-License-Identifier: GPL-3.0-or-later
// What a person prepares belongs to a task and to the project: edits, what can be undone of them, the queue.
#include "tests/widgets/controldesk.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/patientwork.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/sessionstate.h"
#include "widgets/views/run/queueview.h"
#include "widgets/views/space/constraintpanel.h"
#include "widgets/views/space/expressionfield.h"
#include "widgets/views/space/spaceeditor.h"
#include "widgets/views/tasks/taskview.h"

#include <QLineEdit>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTreeView>

using namespace knobscope;

namespace {

const QString conv = QStringLiteral("resnet-18:2");
const QString dense = QStringLiteral("resnet-18:13");

std::string editsText(const Workspace& workspace)
{
    return editsToJson(workspace.task()->edits).dump();
}

const std::string added = R"(["tile_ow+=[-1,12]"])";

} // namespace

class TestPreparation : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    QString emptyProject(const char* name)
    {
        QString path = m_folder.filePath(QString::fromLatin1(name));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        return path;
    }

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }
    void init() { QSettings().clear(); }

    void editsStayWithTheirTask()
    {
        Desk desk;
        SpaceEditor editor(desk.workspace);
        QVERIFY(openTask(desk.workspace, "resnet-18:2"));
        QCOMPARE(desk.workspace.task()->space.rangeLength(), int64_t(980));
        QVERIFY(editor.document().add(QStringLiteral("tile_ow"), QStringLiteral("[-1,12]")));
        QCOMPARE(desk.workspace.task()->space.rangeLength(), int64_t(1078));
        QVERIFY(openTask(desk.workspace, "resnet-18:3"));
        QVERIFY(desk.workspace.task()->edits.empty());
        QVERIFY(!editor.undoGroup()->canUndo()); // that of another task is not undone from here
        QVERIFY(editor.document().addConstraint(QStringLiteral("tile_ic[-1] <= 16")));
        QVERIFY(openTask(desk.workspace, "resnet-18:2"));
        QCOMPARE(desk.workspace.task()->space.rangeLength(), int64_t(1078));
        QCOMPARE(editsText(desk.workspace), added);
        QCOMPARE(editor.document().undoStack()->count(), 1);
        editor.undoGroup()->undo();
        QCOMPARE(desk.workspace.task()->space.rangeLength(), int64_t(980));
        editor.undoGroup()->redo();
        QCOMPARE(editsText(desk.workspace), added);
        QVERIFY(openTask(desk.workspace, "resnet-18:3"));
        QCOMPARE(editsText(desk.workspace), std::string(R"(["where tile_ic[-1] <= 16"])"));
    }

    void editsAndQueueAreOfTheProject()
    {
        const QString path = emptyProject("kept.knobscope");
        RunOptions options;
        options.tuner = "random";
        options.trials = 77;
        MeasureOptions measuring;
        measuring.threads = 3;
        {
            Workspace workspace;
            QVERIFY(workspace.openProject(path));
            QVERIFY(openTask(workspace, "resnet-18:2"));
            QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
            workspace.session().enqueue({*workspace.task(), conv.toStdString(), options, {}, 0}, measuring);
            QVERIFY(openTask(workspace));
            workspace.session().enqueue({*workspace.task(), dense.toStdString(), {}, {}, 0}, {});
        }
        Workspace next;
        QVERIFY(next.openProject(path));
        QVERIFY(openTask(next, "resnet-18:2"));
        QCOMPARE(editsText(next), added);
        const auto& queue = next.session().queue();
        QCOMPARE(queue.size(), size_t(2));
        QCOMPARE(queue[0].task.label, conv.toStdString());
        QCOMPARE(editsToJson(queue[0].task.task.edits).dump(), added);
        QCOMPARE(queue[0].task.options.trials, int64_t(77));
        QCOMPARE(queue[0].task.options.tuner, std::string("random"));
        QCOMPARE(queue[0].measuring.threads, 3);
        QCOMPARE(queue[1].task.label, dense.toStdString());
        QVERIFY(queue[0].id != queue[1].id);
        // Another project has its own.
        QVERIFY(next.openProject(emptyProject("other.knobscope")));
        QVERIFY(next.session().queue().empty());
        QVERIFY(next.editsOfTasks().empty());
        QVERIFY(next.openProject(path));
        QCOMPARE(next.session().queue().size(), size_t(2));
    }

    void keptEditsCanBeUndone()
    {
        const QString path = emptyProject("undone.knobscope");
        {
            Workspace workspace;
            QVERIFY(workspace.openProject(path));
            QVERIFY(openTask(workspace, "resnet-18:2"));
            QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value(), parseEdit("where tile_ic[-1] <= 16").value()}));
        }
        Workspace next;
        SpaceEditor editor(next);
        QVERIFY(next.openProject(path));
        QVERIFY(openTask(next, "resnet-18:2"));
        QCOMPARE(editor.document().undoStack()->count(), 2);
        QVERIFY(editor.undoGroup()->undoText().contains(QStringLiteral("tile_ic[-1] <= 16")));
        editor.undoGroup()->undo();
        QCOMPARE(editsText(next), added);
        editor.undoGroup()->undo();
        QVERIFY(next.task()->edits.empty());
        QCOMPARE(next.task()->space.rangeLength(), int64_t(980));
        editor.undoGroup()->redo();
        QCOMPARE(editsText(next), added);
    }

    /// It waits in the file until its run is there: no moment at which a killed program would have lost it.
    void aTaskLeavesTheQueueWhenItsRunIsThere()
    {
        Desk desk;
        QVERIFY(openTask(desk.workspace));
        TuningSession& session = desk.workspace.session();
        session.setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return fail(ErrorCode::Io, "No worker today");
        });
        session.enqueue({*desk.workspace.task(), dense.toStdString(), {}, {}, 0}, {});
        QSignalSpy finished(&session, &TuningSession::finished);
        QVERIFY(session.startQueue(desk.path));
        QVERIFY(session.queue().empty());
        QCOMPARE(session.notYetStarted().size(), size_t(1));
        QVERIFY(finished.wait(20000));
        QCOMPARE(session.queue().size(), size_t(1)); // it was not begun
        QCOMPARE(session.notYetStarted().size(), size_t(1));
    }

    void resumingKeepsTheEditsOfItsTask_data()
    {
        QTest::addColumn<bool>("isCurrent");
        QTest::newRow("the current task's") << true;
        QTest::newRow("another task's") << false;
    }
    /// Those of the run are older than what the project keeps for its task.
    void resumingKeepsTheEditsOfItsTask()
    {
        QFETCH(bool, isCurrent);
        const QString path = m_folder.filePath(QStringLiteral("resumed%1.knobscope").arg(isCurrent));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        {
            auto writer = ProjectWriter::open(path.toStdString()).value();
            writer->setRunState(1, "stopped");
            QVERIFY(writer->flush());
        }
        Workspace workspace;
        QVERIFY(workspace.openProject(path));
        const Task task = knobscope::testing::denseTask();
        QVERIFY(workspace.openTask(dense, task.name, task.args, task.target));
        QVERIFY(workspace.setEdits({parseEdit("where " + task.space.knobs().front().name() + "[-1] <= 64").value()}));
        const std::string edited = editsText(workspace);
        QVERIFY(isCurrent || openTask(workspace, "resnet-18:2"));
        QVERIFY(workspace.resumeRun(1, 21));
        QTRY_VERIFY(workspace.session().isRunning());
        QCOMPARE(workspace.task()->name, task.name);
        QCOMPARE(editsText(workspace), edited);
        QVERIFY(workspace.session().current()->task.edits.empty()); // the run's are its own
        QSignalSpy finished(&workspace.session(), &TuningSession::finished);
        workspace.session().stop();
        QVERIFY(finished.wait(60000));
    }

    void whatCannotBeResumedIsSaid()
    {
        const QString path = m_folder.filePath(QStringLiteral("other.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        Workspace workspace;
        QVERIFY(!workspace.resumeRun(1));
        QVERIFY(workspace.openProject(path));
        QSignalSpy said(&workspace, &Workspace::message);
        QVERIFY(workspace.resumeRun(99)); // it is read in a thread of its own
        QTRY_COMPARE(said.count(), 1);
        QVERIFY2(said.front().at(1).toString().contains(QStringLiteral("99")), qPrintable(said.front().at(1).toString()));
        QVERIFY(!workspace.session().isRunning());
    }

    /// The field that a constraint was written in still has the keys.
    void undoTakesTheConstraintBack()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.chooseTask(conv);
        QVERIFY(window.spaceEditor().document().add(QStringLiteral("tile_ow"), QStringLiteral("[-1,12]")));
        auto* field = window.findChild<ConstraintPanel*>()->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("tile_ic[-1] <= 16"));
        QTest::keyClick(field, Qt::Key_Return);
        const std::string both = R"(["tile_ow+=[-1,12]","where tile_ic[-1] <= 16"])";
        QCOMPARE(editsText(window.workspace()), both);
        QVERIFY(field->text().isEmpty() && field->hasFocus());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editsText(window.workspace()), added); // the edit before it stays
        QVERIFY(field->text().isEmpty());
        QTest::keySequence(field, QKeySequence(QKeySequence::Redo));
        QCOMPARE(editsText(window.workspace()), both);
        // What is being written is undone first.
        QTest::keyClicks(field, QStringLiteral("7"));
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editsText(window.workspace()), both);
        QVERIFY(field->text().isEmpty());
    }

    void editsWithoutAProjectComeBackToo()
    {
        {
            MainWindow killed;
            killed.show();
            killed.chooseTask(conv);
            QVERIFY(killed.spaceEditor().document().add(QStringLiteral("tile_ow"), QStringLiteral("[-1,12]")));
            killed.chooseTask(dense);
            killed.findChild<Autosave*>()->saveNow();
        }
        MainWindow next;
        next.restore(true);
        QCOMPARE(next.workspace().taskLabel(), dense);
        QVERIFY(next.workspace().task()->edits.empty());
        next.chooseTask(conv);
        QCOMPARE(editsText(next.workspace()), added);
        // The project that the first run makes takes them over.
        QVERIFY(next.workspace().ensureProject());
        QCOMPARE(editsText(next.workspace()), added);
        QCOMPARE(next.workspace().editsOfTasks().size(), size_t(1));
        QTRY_COMPARE(preparedWork(*next.workspace().connection())->edits.size(), size_t(1));
    }

    void closingWhileTuningAsks()
    {
        const QString path = emptyProject("closing.knobscope");
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(path));
        window.chooseTask(dense);
        RunOptions options;
        options.tuner = "random";
        options.trials = 100'000;
        window.session().enqueue({*window.workspace().task(), dense.toStdString(), options, {}, 0}, {});
        timeOnce(window.session());
        QVERIFY(window.workspace().startRun(options, {}));
        QTRY_VERIFY_WITH_TIMEOUT(window.chart().trialCount() > 3, 60000);
        const auto question = [&] { return window.findChild<QMessageBox*>(QStringLiteral("askToStop")); };
        QVERIFY(!window.close());
        QVERIFY(question() && question()->isVisible());
        QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
        QTRY_VERIFY(!question());
        QVERIFY(window.isVisible() && window.session().isRunning());
        const knobscope::testing::PatientWork aside;
        window.workspace().registerJob({&aside, QStringLiteral("A trace is imported.")});
        QVERIFY(!window.close());
        for (const char* said : {"A run is", "A trace is imported."}) {
            QVERIFY2(question()->text().contains(QLatin1String(said)), qPrintable(question()->text()));
        }
        for (const char* said : {"the queue are kept", "You can cancel it"}) {
            QVERIFY2(question()->informativeText().contains(QLatin1String(said)), qPrintable(question()->informativeText()));
        }
        QTest::mouseClick(question()->defaultButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), 20000);
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(project.runs()->front().state, std::string("stopped"));
        QCOMPARE(project.runs()->front().trials, int64_t(window.chart().trialCount()));
        QTRY_COMPARE(preparedWork(project)->queue.size(), size_t(1));
    }

    void closingAsksWhateverElseGoesOn()
    {
        const knobscope::testing::PatientWork aside;
        MainWindow window;
        window.show();
        window.workspace().registerJob({&aside, QStringLiteral("The peak is sought.")}); // a run may begin all the same
        QVERIFY(window.workspace().checkCanMeasure());
        const auto question = [&] { return window.findChild<QMessageBox*>(QStringLiteral("askToStop")); };
        QVERIFY(!window.close());
        QVERIFY(question() && question()->text().contains(QStringLiteral("The peak")));
        QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
        QTRY_VERIFY(!question());
        QVERIFY(window.isVisible());
        QVERIFY(!window.close());
        QTest::mouseClick(question()->defaultButton(), Qt::LeftButton);
        QTRY_VERIFY(!window.isVisible());
    }

    void closingSaysWhatIsFinishedAllTheSame()
    {
        const QString path = m_folder.filePath(QStringLiteral("closed.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(path));
        QVERIFY(QFile::remove(path));
        QVERIFY(!window.workspace().checkCanWrite());
        QVERIFY(!window.close());
        auto* question = window.findChild<QMessageBox*>(QStringLiteral("askToStop"));
        QVERIFY(question && question->text().contains(path));
        QVERIFY2(question->informativeText().contains(QStringLiteral("finishes before")),
                 qPrintable(question->informativeText()));
        QTest::mouseClick(question->defaultButton(), Qt::LeftButton);
        QTRY_VERIFY(!window.isVisible());
        window.workspace().finishRescue();
        QVERIFY(window.workspace().projectPath() != path);
        QCOMPARE(window.workspace().connection()->runs()->front().trials, int64_t(20));
    }

    void theCurrentTaskCanRunAlone()
    {
        Desk desk;
        RunView control(desk.workspace);
        QVERIFY(openTask(desk.workspace));
        setTrials(control, 3);
        leaveOutTheLastLook(control);
        TuningSession& session = desk.workspace.session();
        timeOnce(session);
        session.enqueue({*desk.workspace.task(), dense.toStdString(), {}, {}, 0}, {});
        QSignalSpy finished(&session, &TuningSession::finished);
        emit desk.workspace.taskTuningWanted();
        QVERIFY(session.isRunning());
        QVERIFY(finished.wait(60000));
        QVERIFY(!session.isRunning());
        QCOMPARE(session.queue().size(), size_t(1));
        QCOMPARE(desk.workspace.runs().size(), size_t(1));
        QVERIFY(desk.workspace.resumeRun(session.run(), 5)); // alone as it began
        QVERIFY(finished.wait(60000));
        QVERIFY(!session.isRunning());
        QCOMPARE(session.queue().size(), size_t(1));
        QCOMPARE(desk.workspace.runs().front().trials, int64_t(5));
    }

    /// Nothing that was measured goes with a file that somebody deletes.
    void aDeletedProjectIsRescued()
    {
        const QString path = m_folder.filePath(QStringLiteral("lost.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        Workspace workspace;
        QVERIFY(workspace.openProject(path));
        QVERIFY(openTask(workspace, "resnet-18:2"));
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        QSignalSpy said(&workspace, &Workspace::message);
        QVERIFY(QFile::remove(path));
        QTRY_VERIFY_WITH_TIMEOUT(workspace.projectPath() != path, 10000);
        QVERIFY(said.back()[1].toString().contains(workspace.projectPath()));
        QCOMPARE(workspace.connection()->runs()->front().trials, int64_t(20));
        QTRY_COMPARE(preparedWork(*workspace.connection())->edits.size(), size_t(1));
        QVERIFY(!QFile::exists(path));
    }

    /// It is rescued in a thread of its own; until then nothing is measured into what has no name.
    void aDeletedProjectIsSaidBeforeStart()
    {
        const QString path = m_folder.filePath(QStringLiteral("gone.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {20}));
        Workspace workspace;
        QVERIFY(workspace.openProject(path));
        QVERIFY(openTask(workspace));
        QVERIFY(workspace.checkCanWrite());
        QVERIFY(QFile::remove(path));
        QVERIFY(!workspace.checkCanWrite());
        QCOMPARE(workspace.projectPath(), path);
        QVERIFY(!workspace.startRun({}, {}));
        workspace.finishRescue();
        QVERIFY(workspace.projectPath() != path);
        QVERIFY(workspace.checkCanWrite());
        QCOMPARE(workspace.connection()->runs()->front().trials, int64_t(20));
    }

    void twoWindowsAreTold()
    {
        const QString path = emptyProject("two.knobscope");
        Workspace first;
        QSignalSpy saidFirst(&first, &Workspace::message);
        QVERIFY(first.openProject(path));
        QCOMPARE(saidFirst.size(), 0);
        Workspace second;
        QSignalSpy said(&second, &Workspace::message);
        QVERIFY(second.openProject(path));
        QCOMPARE(said.size(), 1);
        QVERIFY(said[0][1].toString().contains(QStringLiteral("another window")));
        // A run of one keeps the other from measuring at the same time.
        QVERIFY(openTask(first));
        QVERIFY(openTask(second));
        RunOptions options;
        options.tuner = "random";
        options.trials = 100'000;
        QVERIFY(first.startRun(options, {}));
        QTRY_VERIFY_WITH_TIMEOUT(!second.runs().empty() && second.runs().front().isOwned, 60000);
        const auto refused = second.startRun(options, {});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("another program") != std::string::npos, refused.error().message.c_str());
        QSignalSpy finished(&first.session(), &TuningSession::finished);
        first.session().stop();
        QVERIFY(finished.wait(60000));
        QVERIFY(second.startRun(options, {}));
        second.session().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!second.session().isRunning(), 60000);
    }

    void editedTasksAreMarked()
    {
        Workspace workspace;
        TaskView view(workspace);
        view.setNetworks(loadNetworks().value());
        const auto name = [&](const QString& id) { return view.model().find(id).data().toString(); };
        const QString before = name(conv);
        view.choose(conv);
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        view.choose(dense);
        QVERIFY(name(conv) != before && name(conv).startsWith(before));
        QVERIFY(!name(dense).endsWith(QLatin1Char('*')));
        QVERIFY(view.model().find(conv).data(Qt::ToolTipRole).toString().contains(QStringLiteral("1 edit")));
        view.choose(conv);
        QVERIFY(workspace.setEdits({}));
        QCOMPARE(name(conv), before);
    }

    /// Its number may be that of a run which another program has in hand there.
    void aRunIsNoneOfTheNextProject()
    {
        Desk desk;
        timeOnce(desk.workspace.session());
        QVERIFY(openTask(desk.workspace));
        RunOptions options;
        options.tuner = "random";
        options.trials = 1;
        options.confirmTop = 0;
        QVERIFY(desk.workspace.startRun(options, {}));
        QTRY_VERIFY_WITH_TIMEOUT(!desk.workspace.session().isRunning(), 60000);
        const QString next = desk.dir.filePath(QStringLiteral("next.knobscope"));
        QVERIFY(Project::open(next.toStdString(), Project::Mode::Create));
        QVERIFY(desk.workspace.openProject(next).has_value());
        QCOMPARE(desk.workspace.session().run(), qint64(0));
    }
};

QTEST_MAIN(TestPreparation)
#include "tst_preparation.moc"
