// SPDX-License-Identifier: GPL-3.0-or-later
// Background work: what it says meanwhile, how it is stopped, and that nothing thrown in it ends the program.
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "widgets/base/latestwork.h"
#include "widgets/base/serialwork.h"
#include "widgets/views/config/singlemeasurement.h"
#include "widgets/views/insight/neighbourspanel.h"
#include "widgets/views/insight/rooflinepanel.h"

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
            measuring.setMeasurer(makerThat(fails));
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
            panel.setMeasurer(makerThat(fails));
            panel.setTrials(std::make_shared<const TrialSet>(std::move(set)));
            QSignalSpy said(&desk.workspace, &Workspace::message);
            panel.measureMissing();
            QVERIFY(panel.isMeasuring());
            QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, soon);
            QCOMPARE(said[0][1].toString(), panel.status());
            QVERIFY(!panel.isMeasuring());
        }
    }
};

QTEST_MAIN(TestBackground)
#include "tst_background.moc"
