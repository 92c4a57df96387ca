// SPDX-License-Identifier: GPL-3.0-or-later
// What starts, waits and is told of: the Run panel's checks, the command palette in an empty window, sessions that come back.
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/project/networks.h"
#include "widgets/project/taskstandings.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/run/optionforms.h"
#include "widgets/views/run/runnotifier.h"
#include "widgets/views/tasks/taskview.h"

#include <SQLiteCpp/Database.h>

#include <QApplication>
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTimer>

#include <algorithm>

using namespace knobscope;

namespace {

/// Closes each dialog, popup and file dialog that opens, and lists what it was.
class DialogCloser : public QObject
{
public:
    DialogCloser()
    {
        m_timer.setInterval(5);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            QWidget* popup = QApplication::activePopupWidget();
            if (QWidget* open = popup ? popup : QApplication::activeModalWidget()) {
                closed << QString::fromLatin1(open->metaObject()->className()) + QLatin1Char(' ') + open->windowTitle();
                open->close();
            }
        });
        m_timer.start();
    }
    QStringList closed;

private:
    QTimer m_timer;
};

} // namespace

class TestRunActions : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toUtf8());
        knobscope::testing::useOwnSettings(m_folder.path());
    }
    void init() { QSettings().clear(); }

    /// Start leads to what is missing.
    void startWithoutATaskGoesToTheTasks()
    {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        press(window, "startRun");
        QTRY_VERIFY(QApplication::focusWidget() && window.view<TaskView>().isAncestorOf(QApplication::focusWidget()));
    }

    /// What Start refuses does not get into the queue either.
    void firstConfigsAreCheckedAlike()
    {
        Desk desk;
        QVERIFY(openTask(desk.workspace));
        RunView control(desk.workspace);
        QSignalSpy said(&desk.workspace, &Workspace::message);
        auto* first = control.findChild<SeedConfigs*>();
        auto* text = byId<QLineEdit>(*first, "firstConfigs");
        text->setText(QStringLiteral("3, hello"));
        control.start();
        QVERIFY(!desk.workspace.session().isRunning());
        QCOMPARE(said.size(), 1);
        const QString reason = said[0][1].toString();
        QVERIFY2(reason.contains(QStringLiteral("hello")), qPrintable(reason));
        control.addTaskToQueue();
        QVERIFY(desk.workspace.session().queue().empty());
        QCOMPARE(said.size(), 2);
        QCOMPARE(said[1][1].toString(), reason);
        // All or none: the current task is among its network's.
        control.addNetworkToQueue();
        QVERIFY(desk.workspace.session().queue().empty());
        QCOMPARE(said.size(), 3);
        text->setText(QStringLiteral("3"));
        control.addTaskToQueue();
        QCOMPARE(desk.workspace.session().queue().size(), size_t(1));
        QCOMPARE(desk.workspace.session().queue().front().task.options.seeds, std::vector<int64_t>{3});
    }

    /// A dock that floats is a window of its own.
    void noNotificationWhileAnyWindowIsActive()
    {
        QMainWindow window;
        auto* panel = new QWidget;
        window.setCentralWidget(panel);
        auto* dock = new QDockWidget(&window);
        dock->setWidget(new QLineEdit);
        window.addDockWidget(Qt::RightDockWidgetArea, dock);
        window.show();
        RunNotifier notifier(panel);
        QSignalSpy notified(&notifier, &RunNotifier::notified);
        RunFinished result;
        result.reason = "finished";
        result.seconds = 60;
        QDialog dialog; // without a parent, as a floating dock is for some window managers
        dock->setFloating(true);
        for (QWidget* other : std::initializer_list<QWidget*>{dock, &dialog}) {
            other->show();
            other->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(other));
            notifier.runFinished(QStringLiteral("net:1"), result, {});
            QCOMPARE(notified.size(), 0);
        }
    }

    /// Every entry of the palette can be chosen in a window without task and project: nothing starts, fails or hangs.
    void nothingStartsInAnEmptyWindow()
    {
        MainWindow window;
        window.show();
        DialogCloser closer;
        QSignalSpy said(&window.workspace(), &Workspace::message);
        QSignalSpy refused(&window.actionRegistry(), &ActionRegistry::refused);
        // What leaves, opens something to work on, or needs neither: the lab replays the spaces that ship with the program, and
        // the workshop begins with a schedule.
        const QStringList other{QStringLiteral("file.quit"),      QStringLiteral("welcome.sample"),
                                QStringLiteral("welcome.resnet"), QStringLiteral("lab.start"),
                                QStringLiteral("workshop.time"),  QStringLiteral("workshop.makeTemplate")};
        int obstacles = 0;
        for (QAction* action : window.actionRegistry().actions()) {
            const QString id = ActionRegistry::idOf(action);
            if (other.contains(id) || id.startsWith(QLatin1String("language."))) {
                continue;
            }
            const QString obstacle = window.actionRegistry().obstacle(action);
            obstacles += obstacle.isEmpty() ? 0 : 1;
            const qsizetype before = refused.size();
            action->trigger();
            QCoreApplication::processEvents();
            const QByteArray name = id.toUtf8();
            QVERIFY2(!window.session().isRunning() && !window.workspace().blockingJob(), name.constData());
            QVERIFY2(!window.workspace().task() && window.workspace().projectPath().isEmpty(), name.constData());
            for (const QVariantList& message : said) {
                QVERIFY2(message[0].value<MessageLevel>() == MessageLevel::Info,
                         (name + ": " + message[1].toString().toUtf8()).constData());
            }
            QVERIFY2(refused.size() == before || refused.last()[0].toString() == obstacle, name.constData());
        }
        QVERIFY(obstacles > 30);
        // File dialogs open where one chooses a file, and nowhere else.
        for (const QString& dialog : closer.closed) {
            QVERIFY2(!dialog.contains(QLatin1String("Picture")) && !dialog.contains(QLatin1String("Export")), qPrintable(dialog));
        }
        QVERIFY(window.lastProblem().isEmpty());
    }

    void theNetworkRunsOnlyWhereThereIsOne()
    {
        MainWindow window;
        QAction* run = window.actionRegistry().action(QStringLiteral("network.run"));
        QVERIFY(!window.actionRegistry().isAvailable(run));
        auto& view = window.view<NetworkView>();
        run->trigger();
        QVERIFY(!view.times().isRunning());
        QVERIFY(!window.actionRegistry().isAvailable(window.actionRegistry().action(QStringLiteral("network.tune"))));
    }

    /// Files that were open the last time and are gone, or no longer what they were, are warned of and no more.
    void aSessionComesBackWithoutComplaints()
    {
        Workspace workspace;
        QSignalSpy said(&workspace, &Workspace::message);
        NetworkView network(workspace);
        CompareView compare(workspace);
        const QString gone = m_folder.filePath(QStringLiteral("gone.onnx"));
        const QString broken = m_folder.filePath(QStringLiteral("broken.log"));
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no record\n") > 0);
        file.close();
        network.restoreState({{QStringLiteral("files"), QJsonArray{gone}}});
        compare.restoreState({{QStringLiteral("files"), QJsonArray{broken}}});
        QTRY_VERIFY(!workspace.networks().isReading());
        compare.refreshNow();
        QVERIFY(said.size() >= 2);
        for (const QVariantList& message : said) {
            QVERIFY2(message[0].value<MessageLevel>() == MessageLevel::Warning, qPrintable(message[1].toString()));
        }
        // A person who opens one gets an error.
        said.clear();
        workspace.networks().open(gone);
        compare.addFile(broken);
        QTRY_VERIFY(!workspace.networks().isReading());
        compare.refreshNow();
        QVERIFY(said.size() >= 2);
        QVERIFY(
            std::ranges::all_of(said, [](const auto& m) { return m[0].template value<MessageLevel>() == MessageLevel::Error; }));
    }

    /// New trials are counted once for all views.
    void viewsShareTheStandings()
    {
        const QString path = m_folder.filePath(QStringLiteral("shared.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {5}));
        Workspace workspace;
        QVERIFY(workspace.openProject(path));
        TaskView tasks(workspace);
        NetworkView network(workspace);
        QVERIFY(tasks.findChildren<TaskStandings*>().isEmpty() && network.findChildren<TaskStandings*>().isEmpty());
        const Task task = knobscope::testing::denseTask();
        const TaskStanding* standing = workspace.standings().find(TaskStandings::taskKey(task.name, task.args, task.target.text));
        QVERIFY(standing);
        QCOMPARE(standing->trials, int64_t(5));
    }
};

QTEST_MAIN(TestRunActions)
#include "tst_runactions.moc"
