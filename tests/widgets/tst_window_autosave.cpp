// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of a window that was killed, or asked to end from outside.
#include "app/workbench/ending.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/sessionstate.h"
#include "widgets/shell/temporarysettings.h"
#include "widgets/views/code/scheduleview.h"

#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <csignal>

using namespace knobscope;

namespace {

QJsonObject savedSession()
{
    return QJsonDocument::fromJson(QSettings().value(QStringLiteral("window/session")).toByteArray()).object();
}

constexpr std::chrono::milliseconds delay(100);

QString savedTask()
{
    return savedSession()[QStringLiteral("task")].toObject()[QStringLiteral("label")].toString();
}

} // namespace

class TestWindowAutosave : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }
    void init() { QSettings().clear(); }

    void whatWasDoneIsKeptWithoutClosing()
    {
        const QString path = m_folder.filePath(QStringLiteral("a.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {3}));
        MainWindow killed;
        killed.findChild<Autosave*>()->setDelay(delay);
        killed.show();
        QVERIFY(killed.openProject(path));
        QTRY_COMPARE_WITH_TIMEOUT(savedSession()[QStringLiteral("project")].toString(), path, 10000);

        // Each of these changes alone is written down some time later.
        killed.chooseTask(QStringLiteral("resnet-18:13"));
        QTRY_COMPARE_WITH_TIMEOUT(savedTask(), QStringLiteral("resnet-18:13"), 10000);
        killed.workspace().setConfig(7);
        const auto config = [] { return savedSession()[QStringLiteral("task")].toObject()[QStringLiteral("config")].toString(); };
        QTRY_COMPARE_WITH_TIMEOUT(config(), QStringLiteral("7"), 10000);
        killed.workspace().filters().add({TrialFilter::Kind::Knob, "tile_k", {-1, 4}, 0, 0, 0, true});
        const auto filters = [] { return savedSession()[QStringLiteral("filters")].toString(); };
        QTRY_VERIFY2_WITH_TIMEOUT(filters().contains(QStringLiteral("kind")), qPrintable(filters()), 10000);

        MainWindow next;
        next.restore(true);
        QCOMPARE(next.workspace().projectPath(), path);
        QCOMPARE(next.workspace().taskLabel(), QStringLiteral("resnet-18:13"));
        QCOMPARE(next.workspace().config(), qint64(7));
        QVERIFY(next.workspace().filters().all() == killed.workspace().filters().all());
    }

    void editsAndSelectionAreKept()
    {
        const QString path = m_folder.filePath(QStringLiteral("b.knobscope"));
        QVERIFY(knobscope::testing::writeProject(path, {3}));
        MainWindow killed;
        killed.findChild<Autosave*>()->setDelay(delay);
        killed.show();
        QVERIFY(killed.openProject(path));
        killed.workspace().selection().select({{1, 2}});
        QTRY_COMPARE_WITH_TIMEOUT(savedSession()[QStringLiteral("selection")].toArray().size(), 1, 10000);
        const std::string knob = killed.workspace().task()->space.knobs().front().name();
        QVERIFY(killed.workspace().setEdits({parseEdit("where " + knob + "[1] < 4").value()}).has_value());
        const auto edits = killed.workspace().task()->edits;
        const auto task = [] { return savedSession()[QStringLiteral("task")].toObject()[QStringLiteral("task")].toString(); };
        QTRY_VERIFY_WITH_TIMEOUT(task().contains(QStringLiteral("where ")), 10000);

        MainWindow next;
        next.restore(true);
        QVERIFY(next.workspace().task() && next.workspace().task()->edits == edits);
        QVERIFY(next.workspace().selection().contains({1, 2}));
    }

    void choicesAreKept()
    {
        MainWindow window;
        auto* autosave = window.findChild<Autosave*>();
        autosave->setDelay(delay);
        window.show();
        window.chooseTask(QStringLiteral("resnet-18:2"));
        QTRY_COMPARE_WITH_TIMEOUT(savedTask(), QStringLiteral("resnet-18:2"), 10000);
        QTRY_VERIFY(!autosave->isPending());
        const auto saved = [] { return savedSession()[QStringLiteral("views")].toObject()[QStringLiteral("tasks")].toObject(); };
        auto& tasks = window.view<TaskView>();
        const QJsonObject before = tasks.saveState();
        auto* tree = byId<QTreeView>(tasks, "tasks");
        tree->header()->resizeSection(0, tree->header()->sectionSize(0) + 40);
        QVERIFY(tasks.saveState() != before);
        QTRY_COMPARE_WITH_TIMEOUT(saved(), tasks.saveState(), 10000);
        QTRY_VERIFY(!autosave->isPending());
        // A state that did not change is not saved, whatever a person presses.
        QTest::keyClick(tree, Qt::Key_Shift);
        QVERIFY(!autosave->isPending());
        byId<QCheckBox>(tasks, "extraTemplates")->toggle();
        QVERIFY(autosave->isPending());
        QTRY_COMPARE_WITH_TIMEOUT(saved(), tasks.saveState(), 10000);
    }

    /// Also those of views that were not opened since.
    void splittersAreKept()
    {
        for (int start = 0; start < 3; ++start) {
            MainWindow window;
            window.restore(true);
            window.resize(1600, 1000);
            window.show();
            window.chooseTask(QStringLiteral("resnet-18:2"));
            auto* splitter = window.view<ScheduleView>().findChild<QSplitter*>();
            if (start != 1) {
                window.showView(QStringLiteral("schedule"));
                window.refreshViews();
                QTRY_VERIFY(splitter->isVisible());
                QCoreApplication::processEvents();
            }
            const int all = splitter->sizes()[0] + splitter->sizes()[1];
            if (start == 0) {
                splitter->setSizes({all / 2, all - all / 2}); // two fifths at first
            } else if (start == 2) {
                QVERIFY2(std::abs(splitter->sizes()[0] * 100 / all - 50) <= 4, qPrintable(QString::number(splitter->sizes()[0])));
            }
            window.saveSession();
        }
    }

    void aHiddenWindowKeepsNothing()
    {
        MainWindow window;
        window.chooseTask(QStringLiteral("resnet-18:2"));
        emit window.workspace().runsChanged(); // which is written down without a delay
        QVERIFY(!window.findChild<Autosave*>()->isPending());
        QVERIFY(savedTask().isEmpty());
        window.saveSession();
        QCOMPARE(savedTask(), QStringLiteral("resnet-18:2"));
    }

    void signalsQuit_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("kill") << SIGTERM;
        QTest::newRow("hang-up") << SIGHUP;
        QTest::newRow("Ctrl+C") << SIGINT;
    }
    void signalsQuit()
    {
        QFETCH(int, signal);
        {
            MainWindow window;
            window.show();
            const QuitSignals quit(window);
            window.chooseTask(QStringLiteral("resnet-18:13"));
            QTimer::singleShot(0, qApp, [signal] { std::raise(signal); });
            QTimer late;
            connect(&late, &QTimer::timeout, qApp, [] { QCoreApplication::exit(7); });
            late.start(20000);
            QCOMPARE(QApplication::exec(), 0);
            QCOMPARE(savedTask(), QStringLiteral("resnet-18:13"));
        }
        struct sigaction now = {};
        QCOMPARE(sigaction(signal, nullptr, &now), 0);
        QVERIFY(now.sa_handler == SIG_DFL);
    }

    void settingsAsideAreEmptyAndForgotten()
    {
        QSettings().setValue(QStringLiteral("recent/projects"), QStringLiteral("mine"));
        QSettings().sync();
        const QString file = QSettings().fileName();
        {
            const TemporarySettings aside;
            QVERIFY(QSettings().fileName() != file);
            QVERIFY(!QSettings().contains(QStringLiteral("recent/projects")));
            MainWindow window;
            window.show();
            window.chooseTask(QStringLiteral("resnet-18:2"));
            window.saveSession();
            QCOMPARE(savedTask(), QStringLiteral("resnet-18:2"));
        }
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QCOMPARE(QSettings().fileName(), file);
        QVERIFY(savedTask().isEmpty());
        QCOMPARE(QSettings().value(QStringLiteral("recent/projects")).toString(), QStringLiteral("mine"));
    }
};

QTEST_MAIN(TestWindowAutosave)
#include "tst_window_autosave.moc"
