// SPDX-License-Identifier: GPL-3.0-or-later
// The window never waits for a lock that another program holds on its project, uses SQLite in other threads alone, and loses
// nothing of what was done meanwhile.
#include "core/store/databasewatch.h"
#include "core/store/projectlog.h"
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/base/quickreader.h"
#include "widgets/shell/fileactions.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/config/singlemeasurement.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QElapsedTimer>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace knobscope;

namespace {

constexpr std::chrono::milliseconds kHeld(6000);  // longer than a statement waits (kDefaultLockTimeout)
constexpr qint64 kLongestStall = 2000; // milliseconds: far below that, also on a loaded machine
constexpr int kPatience = 40'000;

/// Another program's transaction, in a thread of its own.
class LockHolder
{
public:
    /// `isForReaders`: nobody can read either.
    explicit LockHolder(const QString& path, bool isForReaders = false)
    {
        std::promise<void> begun;
        m_thread = std::thread([this, &begun, path = path.toStdString(), isForReaders] {
            SQLite::Database database(path, SQLite::OPEN_READWRITE, kPatience); // the window may be reading
            if (isForReaders) {
                database.exec("PRAGMA locking_mode = EXCLUSIVE");
            }
            database.exec("BEGIN EXCLUSIVE");
            begun.set_value();
            m_end.get_future().wait();
            database.exec("COMMIT");
        });
        begun.get_future().wait();
    }
    ~LockHolder() { release(); }
    void release()
    {
        if (m_thread.joinable()) {
            m_end.set_value();
            m_thread.join();
        }
    }

private:
    std::promise<void> m_end;
    std::thread m_thread;
};

/// The longest time for which the event loop did not come round.
class Heartbeat : public QObject
{
public:
    Heartbeat()
    {
        m_since.start();
        startTimer(5);
    }
    qint64 longest() const { return m_longest; }

protected:
    void timerEvent(QTimerEvent*) override { m_longest = std::max(m_longest, m_since.restart()); }

private:
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

/// Takes any task.
class AnyTaskMeasurer : public FakeMeasurer
{
public:
    AnyTaskMeasurer()
        : FakeMeasurer(1)
    {
    }
    Result<void> accepts(const Task&) const override { return {}; }
};

auto makeAnyTaskMeasurer(const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>>
{
    return std::make_unique<AnyTaskMeasurer>();
}

std::vector<SpaceEdit> anEdit()
{
    return {parseEdit("where " + testing::denseTask().space.knobs().front().name() + "[-1] <= 64").value()};
}

QByteArray joined(const std::vector<std::string>& uses)
{
    QByteArray all;
    for (const std::string& use : uses) {
        all += QByteArray::fromStdString(use) + '\n';
    }
    return all;
}

} // namespace

class TestDatabaseLock : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    QString project(const char* name) const
    {
        QString path = m_folder.filePath(QString::fromLatin1(name));
        (void)testing::writeProject(path, {20});
        return path;
    }

private slots:
    void initTestCase() { testing::useOwnSettings(m_folder.path()); }
    void init()
    {
        QSettings().clear();
        QuickReader::setTimeout(QuickReader::kTimeout);
    }

    void whatIsDoneMeanwhileIsKept()
    {
        const QString path = project("kept.knobscope");
        {
            MainWindow window;
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            SingleMeasurement measuring(window.workspace());
            window.session().setMeasurer(makeAnyTaskMeasurer);
            LockHolder other(path);
            const DatabaseWatch watch;
            const Heartbeat heartbeat;
            window.openFile(path);
            QTRY_COMPARE_WITH_TIMEOUT(window.workspace().projectPath(), path, kPatience);
            QTRY_VERIFY(window.workspace().task());
            window.workspace().selection().select({{1, 2}});
            QElapsedTimer held;
            held.start();
            QVERIFY(window.workspace().setEdits(anEdit()));
            window.session().enqueue({*window.workspace().task(), "dense", {}, {}, 0}, {});
            window.workspace().report(MessageLevel::Info, QStringLiteral("a note"));
            for (const int64_t index : {5, 6}) {
                window.workspace().setConfig(index);
                measuring.measure(window.workspace().task()->space.at(index).value());
                QTRY_VERIFY(!measuring.isMeasuring());
            }
            window.openFile(path); // with what is not in it yet
            QVERIFY(!window.close());
            auto* box = window.findChild<QMessageBox*>(QStringLiteral("askToWait"));
            QVERIFY(box && box->text().contains(path));
            QVERIFY2(box->text().contains(QStringLiteral("the edits, the queue and the schedules")), qPrintable(box->text()));
            QTRY_VERIFY_WITH_TIMEOUT(held.elapsed() > kHeld.count(), kPatience);
            QVERIFY(window.isVisible() && box->isVisible());
            other.release();
            QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), kPatience);
            QVERIFY2(watch.uses().empty(), joined(watch.uses()).constData());
            QVERIFY2(heartbeat.longest() < kLongestStall, QByteArray::number(heartbeat.longest()).constData());
            qInfo("the longest stall: %lld ms", static_cast<long long>(heartbeat.longest()));
        }
        auto kept = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(preparedWork(kept)->edits.size(), size_t(1));
        QCOMPARE(preparedWork(kept)->queue.size(), size_t(1));
        QCOMPARE(kept.runs()->size(), size_t(2));
        QCOMPARE(kept.runs()->back().tuner, std::string(kManualTunerName));
        QCOMPARE(kept.runs()->back().trials, int64_t(2));
        const auto lines = storedLog(kept).value();
        QVERIFY(std::ranges::any_of(lines, [](const LogLine& line) { return line.text.message == "a note"; }));
    }

    void openingWaitsWithoutHoldingTheWindowUp()
    {
        const QString path = project("waiting.knobscope");
        const QString free = project("free.knobscope");
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        LockHolder other(path, true);
        const DatabaseWatch watch;
        const Heartbeat heartbeat;
        const auto dialog = [&] { return window.findChild<QProgressDialog*>(QStringLiteral("opening")); };
        window.openFile(path);
        QTRY_VERIFY_WITH_TIMEOUT(dialog() && dialog()->isVisible(), kPatience);
        QVERIFY(dialog()->labelText().contains(path));
        QVERIFY(window.workspace().projectPath().isEmpty());
        dialog()->findChild<QPushButton*>()->click();
        QTRY_VERIFY(!dialog());
        QTRY_VERIFY(window.lastProblem().contains(path));
        window.openFile(free); // what was given up holds nothing up
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace().projectPath(), free, 4000);
        window.openFile(path);
        QTest::qWait(static_cast<int>(kHeld.count()));
        QCOMPARE(window.workspace().projectPath(), free);
        other.release();
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace().projectPath(), path, kPatience);
        QTRY_VERIFY(!dialog());
        QCOMPARE(window.workspace().runs().size(), size_t(1));
        QVERIFY2(watch.uses().empty(), joined(watch.uses()).constData());
        QVERIFY2(heartbeat.longest() < kLongestStall, QByteArray::number(heartbeat.longest()).constData());
        qInfo("the longest stall: %lld ms", static_cast<long long>(heartbeat.longest()));
    }

    /// As the sample is: without a write-ahead log, a lock keeps readers out.
    void aProjectWithoutALogHoldsNothingUp()
    {
        const QString path = project("no-log.knobscope");
        SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = DELETE");
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.openProject(path));
        window.workspace().checkFile();
        const LockHolder other(path);
        const Heartbeat heartbeat;
        for (int i = 0; i < 20; ++i) {
            window.workspace().checkFile();
            QTest::qWait(10);
        }
        QVERIFY2(heartbeat.longest() < kLongestStall, QByteArray::number(heartbeat.longest()).constData());
    }

    /// A person may decide that the program ends without what is not written yet.
    void closingNeedNotWait()
    {
        const QString path = project("given-up.knobscope");
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(path));
        const LockHolder other(path);
        QVERIFY(window.workspace().setEdits(anEdit()));
        QVERIFY(!window.close());
        auto* box = window.findChild<QMessageBox*>(QStringLiteral("askToWait"));
        QVERIFY(box);
        QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel)); // Enter loses nothing
        QElapsedTimer timer;
        timer.start();
        answer(box, QMessageBox::DestructiveRole);
        QTRY_VERIFY(!window.isVisible());
        QVERIFY(timer.elapsed() < kHeld.count() - 2000);
    }

    /// Neither is there any access that a lock would only sometimes make long.
    void noViewUsesTheDatabaseInTheWindowsThread()
    {
        const QString path = project("watched.knobscope");
        MainWindow window;
        window.show();
        window.session().setMeasurer(makeAnyTaskMeasurer);
        const DatabaseWatch watch;
        window.openFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace().projectPath(), path, kPatience);
        Workspace& workspace = window.workspace();
        for (const auto& [id, view] : window.views()) {
            window.showView(id);
            QTest::qWait(20);
            view->refreshNow();
            workspace.selection().select({{1, 3}, {1, 4}});
            workspace.selection().hover({1, 5});
            workspace.selection().hover({});
            workspace.selection().select({{1, 2}});
            QVERIFY2(watch.uses().empty(), (id.toUtf8() + ": " + joined(watch.uses())).constData());
        }
        workspace.selection().goBack();
        workspace.filters().add({TrialFilter::Kind::Succeeded, "", nullptr, 0, 0, 0, false});
        QVERIFY(workspace.setEdits(anEdit()));
        workspace.showNewestRun();
        RunOptions options;
        options.tuner = "random";
        options.trials = 10;
        options.confirmTop = 0;
        QVERIFY(workspace.startRun(options, {}));
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isRunning(), kPatience);
        QTRY_COMPARE(workspace.runs().size(), size_t(2));
        QTRY_COMPARE(workspace.runs().back().trials, int64_t(10));
        const QString copy = m_folder.filePath(QStringLiteral("watched-copy.knobscope"));
        workspace.saveProjectAs(copy, [](const Result<void>& saved) { QVERIFY(saved); });
        QTRY_COMPARE_WITH_TIMEOUT(workspace.projectPath(), copy, kPatience);
        QVERIFY(QFile::remove(copy));
        QTRY_VERIFY_WITH_TIMEOUT(workspace.projectPath() != copy, kPatience); // it is rescued
        workspace.closeProject();
        const auto unnamed = workspace.ensureProject();
        QVERIFY(unnamed);
        QTRY_VERIFY(window.close());
        QVERIFY2(watch.uses().empty(), joined(watch.uses()).constData());
        removeProject(*unnamed);
    }
};

QTEST_MAIN(TestDatabaseLock)
#include "tst_databaselock.moc"
