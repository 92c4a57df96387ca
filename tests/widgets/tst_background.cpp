// SPDX-License-Identifier: GPL-3.0-or-later
// Background work: what it says meanwhile, how it is stopped, and that nothing thrown in it ends the program.
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "widgets/base/latestwork.h"
#include "widgets/base/serialwork.h"
#include "widgets/views/config/singlemeasurement.h"
#include "widgets/views/insight/neighbourspanel.h"
#include "widgets/views/insight/rooflinepanel.h"

#include <QDir>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <new>

using namespace knobscope;

namespace {

constexpr int soon = 20'000;

using Throw = std::function<void()>;

void throwNoMemory()
{
    throw std::bad_alloc();
}

void throwJson()
{
    const auto json = nlohmann::json::parse("{");
    qInfo("%zu", json.size());
}

void failsTheTest(const Error& error)
{
    QFAIL(error.message.c_str());
}

/// Threads of this process.
int threadCount()
{
    return static_cast<int>(QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size());
}

/// A measurer that is never made.
auto makerThat(Throw fails)
{
    return [fails](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
        fails();
        return fail(ErrorCode::Internal, "not thrown");
    };
}

} // namespace

class TestBackground : public QObject
{
    Q_OBJECT
private slots:
    void serialWorkDropsOnlyWhatIsReplaced()
    {
        SerialWork work;
        QObject asker;
        QStringList done;
        std::atomic<bool> mayGoOn{false};
        work.add(&asker, {}, [&](const std::atomic<bool>&) -> SerialWork::Deliver {
            while (!mayGoOn) {
                std::this_thread::yield();
            }
            return [&done] { done << QStringLiteral("first"); };
        });
        for (const auto& [key, what] :
             {std::pair("a", "a1"), std::pair("b", "b1"), std::pair("a", "a2"), std::pair("", "c1"), std::pair("", "c2")}) {
            work.add(&asker, QString::fromLatin1(key), [&done, what](const std::atomic<bool>&) -> SerialWork::Deliver {
                return [&done, what] { done << QString::fromLatin1(what); };
            });
        }
        QVERIFY(!work.finishWithin(std::chrono::milliseconds(1)));
        QVERIFY(work.isBusy() && done.isEmpty());
        QCOMPARE(work.unfinished()->load(), 5);
        const QSignalSpy idle(&work, &SerialWork::idle);
        mayGoOn = true;
        QTRY_COMPARE_WITH_TIMEOUT(idle.count(), 1, soon);
        QCOMPARE(done, (QStringList{QStringLiteral("first"), QStringLiteral("b1"), QStringLiteral("a2"), QStringLiteral("c1"),
                                    QStringLiteral("c2")}));
        // Nothing is delivered to who is gone.
        {
            QObject gone;
            work.add(&gone, {}, [&done](const std::atomic<bool>&) -> SerialWork::Deliver { return [&done] { done.clear(); }; });
        }
        work.finishNow();
        QCOMPARE(done.size(), 5);
        QCOMPARE(work.unfinished()->load(), 0);
    }

    void whatIsThrownIsAFailure()
    {
        for (const Throw& fails : {Throw(throwNoMemory), Throw(throwJson)}) {
            const auto done = catchExceptions([&]() -> Result<int> {
                fails();
                return 3;
            });
            QVERIFY(!done && !done.error().message.empty());
            std::vector<std::string> said;
            LatestWork work([&said](const Error& error) { said.push_back(error.message); });
            work.request([&]() -> LatestWork::Deliver {
                fails();
                return {};
            });
            QTRY_COMPARE_WITH_TIMEOUT(said, std::vector{done.error().message}, soon);
            QVERIFY(!work.isBusy());
        }
        QCOMPARE(catchExceptions([]() -> Result<int> { return 3; }).value(), 3);
    }

    void itSaysHowFarItIsAndStopsWithItsAnswer()
    {
        LatestWork work(failsTheTest);
        std::vector<int> told;
        int others = 0;
        bool isDone = false;
        work.request([&](const std::atomic<bool>& stop) -> LatestWork::Deliver {
            for (int i = 1; !stop; ++i) {
                work.notify([&told, i] { told.push_back(i); });
                work.notify([&others] { ++others; }, 1);
                std::this_thread::yield();
            }
            return [&isDone] { isDone = true; };
        });
        QTRY_VERIFY_WITH_TIMEOUT(told.size() >= 2 && others >= 2, soon); // a kind does not take the place of another
        QVERIFY(std::is_sorted(told.begin(), told.end()) && !isDone);
        work.stop();
        QTRY_VERIFY_WITH_TIMEOUT(isDone, soon);
        QVERIFY(!work.isBusy());
        const size_t all = told.size();
        work.request([]() -> LatestWork::Deliver { return {}; });
        work.finishNow();
        QCOMPARE(told.size(), all); // nothing of the work before
    }

    /// Four threads for all jobs, one of them for quick ones; a job of hours has its own while it runs.
    void jobsShareFewThreads()
    {
        std::atomic<bool> mayEnd{false};
        std::atomic<int> begun = 0;
        const auto block = [&](const std::atomic<bool>& stop) -> LatestWork::Deliver {
            ++begun;
            while (!mayEnd && !stop) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return {};
        };
        LatestWork first; // starts a thread that stays
        first.request([]() -> LatestWork::Deliver { return {}; });
        first.finishNow();
        const int before = threadCount();
        std::vector<std::unique_ptr<LatestWork>> normal;
        for (int i = 0; i < 20; ++i) {
            normal.push_back(std::make_unique<LatestWork>());
            normal.back()->request(block);
        }
        std::vector<std::unique_ptr<LatestWork>> longJobs;
        for (int i = 0; i < 2; ++i) {
            longJobs.push_back(std::make_unique<LatestWork>(JobLength::Long));
            longJobs.back()->request(block);
        }
        QTRY_COMPARE_WITH_TIMEOUT(begun.load(), 3 + 2, soon);
        LatestWork quick(JobLength::Quick);
        bool isAnswered = false;
        quick.ask([] { return Result<int>(7); }, [&isAnswered](const Result<int>& seven) { isAnswered = seven == 7; });
        QVERIFY(quick.finishWithin(std::chrono::milliseconds(soon)) && isAnswered); // although all others wait
        QVERIFY2(threadCount() <= before + kPoolThreads - 1 + 2, qPrintable(QString::number(threadCount() - before)));
        // What waits in the queue can be dropped, replaced, and destroyed.
        normal.pop_back();
        int answered = 0;
        normal.back()->ask([] { return Result<int>(1); }, [&answered](const Result<int>& one) { answered += *one; });
        normal[18]->cancel();
        mayEnd = true;
        for (const auto& work : normal) {
            work->finishNow();
        }
        for (const auto& work : longJobs) {
            work->finishNow();
        }
        QCOMPARE(begun.load(), 18 + 2);
        QCOMPARE(answered, 0); // cancelled
        QTRY_VERIFY_WITH_TIMEOUT(threadCount() <= before + kPoolThreads - 1, soon);
    }

    void tuningSurvives()
    {
        for (const Throw& fails : {Throw(throwNoMemory), Throw(throwJson)}) {
            Desk desk;
            QVERIFY(openTask(desk.workspace).has_value());
            TuningSession& session = desk.workspace.session();
            session.setMeasurer(makerThat(fails));
            QSignalSpy finished(&session, &TuningSession::finished);
            QVERIFY(desk.workspace.startRun({}, {}).has_value());
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, soon);
            QVERIFY(!finished.front()[1].value<Sentence>().empty());
            QVERIFY(!session.isRunning());
        }
    }

    void measuringSurvives()
    {
        for (const Throw& fails : {Throw(throwNoMemory), Throw(throwJson)}) {
            Desk desk;
            QVERIFY(openTask(desk.workspace).has_value());
            SingleMeasurement measuring(desk.workspace);
            desk.workspace.session().setMeasurer(makerThat(fails));
            desk.workspace.setConfig(0);
            QSignalSpy said(&measuring, &SingleMeasurement::statusChanged);
            measuring.measure(desk.workspace.task()->space.at(0).value());
            QVERIFY(measuring.isMeasuring());
            QTRY_COMPARE_WITH_TIMEOUT(said.count(), 2, soon);
            QVERIFY(!said.back()[0].toString().isEmpty());
            QVERIFY(said.back()[1].toBool()); // a problem
            QVERIFY(!measuring.isMeasuring());
        }
    }

    void measuringThePeakSurvives()
    {
        for (const Throw& fails : {Throw(throwNoMemory), Throw(throwJson)}) {
            Desk desk;
            RooflinePanel panel(desk.workspace);
            panel.setPeakMeasure([fails](int) -> Result<MachinePeak> {
                fails();
                return fail(ErrorCode::Internal, "not thrown");
            });
            QSignalSpy said(&desk.workspace, &Workspace::message);
            auto* button = byId<QPushButton>(panel, "roofline.measure");
            button->click();
            QVERIFY(!button->isEnabled() && !desk.workspace.checkCanMeasure());
            QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, soon);
            QCOMPARE(said[0][0].value<MessageLevel>(), MessageLevel::Error);
            QCOMPARE(said[0][1].toString(), panel.status());
            QVERIFY(button->isEnabled() && desk.workspace.checkCanMeasure().has_value()); // again
        }
    }

    void neighboursSurvive()
    {
        for (const Throw& fails : {Throw(throwNoMemory), Throw(throwJson)}) {
            Desk desk;
            QVERIFY(openTask(desk.workspace).has_value());
            TrialSet set{.task = desk.workspace.task()};
            set.add(1, {.number = 1, .index = 0, .gflops = 1});
            NeighboursPanel panel(desk.workspace);
            desk.workspace.session().setMeasurer(makerThat(fails));
            panel.setTrials(std::make_shared<const TrialSet>(std::move(set)));
            QSignalSpy finished(&desk.workspace.session(), &TuningSession::finished);
            panel.measureMissing();
            QVERIFY(panel.isMeasuring());
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, soon);
            QCOMPARE(panel.status(), coreText(finished[0][1].value<Sentence>()));
            QVERIFY(!panel.isMeasuring());
        }
    }

    void theLatestRequestCounts()
    {
        int failures = 0;
        LatestWork job([&failures](const Error&) { ++failures; });
        int result = 0;
        for (int i = 1; i <= 5; ++i) {
            job.request([&result, i]() -> LatestWork::Deliver { return [&result, i] { result = i; }; });
        }
        job.finishNow();
        QCOMPARE(result, 5);
        job.request([]() -> LatestWork::Deliver { throw std::runtime_error("no"); });
        job.finishNow();
        QCOMPARE(result, 5);
        QCOMPARE(failures, 1);
        job.request([&result]() -> LatestWork::Deliver { return [&result] { result = 9; }; });
        QTRY_COMPARE(result, 9);
    }

    void workThatNobodyWantsIsStopped()
    {
        std::atomic<int> begun = 0;
        std::atomic<int> stopped = 0;
        int result = 0;
        LatestWork job([](const Error& error) { QFAIL(error.message.c_str()); });
        const auto request = [&](int number) {
            job.request([&, number](const std::atomic<bool>& stop) -> LatestWork::Deliver {
                ++begun;
                while (number != 3 && !stop) {
                    std::this_thread::yield();
                }
                stopped += stop ? 1 : 0;
                return [&result, number] { result = number; };
            });
        };
        request(1);
        QTRY_COMPARE(begun.load(), 1);
        request(2);
        QTRY_COMPARE(stopped.load(), 1);
        QTRY_COMPARE(begun.load(), 2);
        job.cancel();
        QTRY_COMPARE(stopped.load(), 2);
        QVERIFY(!job.isBusy());
        request(3);
        job.finishNow();
        QCOMPARE(result, 3);
        request(4); // ends with its owner
    }
};

QTEST_MAIN(TestBackground)
#include "tst_background.moc"
