// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatedmachine.h"

#include "core/base/statistics.h"
#include "core/timing/pairedtiming.h"
#include "core/timing/trialtimer.h"

#include <QtTest>

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

using namespace knobscope;

namespace {

constexpr double anchorSeconds = 1.4e-3;

std::vector<std::unique_ptr<TimedKernel>> kernelsOf(SimulatedMachine& machine, const std::vector<double>& speedups)
{
    std::vector<std::unique_ptr<TimedKernel>> kernels;
    for (const double speedup : speedups) {
        kernels.push_back(std::make_unique<SimulatedKernel>(machine, anchorSeconds / speedup));
    }
    return kernels;
}

/// What a run of kernels with these true speed-ups records on a machine.
struct SimulatedRun {
    std::vector<double> recorded; ///< speed-ups
    std::vector<double> costs;
    double seconds = 0;           ///< of the machine's own clock
    double best() const { return *std::max_element(recorded.begin(), recorded.end()); }
};

SimulatedRun tuned(const std::vector<double>& speedups, SimulatedMachine::Weather weather, unsigned seed)
{
    SimulatedMachine machine(weather, seed);
    SimulatedTask task(machine);
    SimulatedRun run;
    if (!task.setAnchor(anchorSeconds)) {
        return run;
    }
    const double start = machine.now();
    for (const double speedup : speedups) {
        TimedKernel& kernel = task.kernel(anchorSeconds / speedup);
        const double warmUp = kernel.timeBatch(1);
        const RunOutcome out = task.time(kernel, warmUp);
        if (out.error != MeasureError::None) {
            return run;
        }
        run.recorded.push_back(out.timing.speedup);
        run.costs.push_back(out.costs.front());
    }
    run.seconds = machine.now() - start;
    return run;
}

/// Speeds as a search meets them: few good ones, many middling, some hopeless.
std::vector<double> searchLike(unsigned seed, size_t count)
{
    std::mt19937 random(seed);
    std::vector<double> speedups;
    for (size_t i = 0; i < count; ++i) {
        speedups.push_back(1.2 * std::exp(-std::exponential_distribution(6.0)(random)));
    }
    return speedups;
}

/// Of the pairs of kernels that truly differ by more than `apart`, the share that is recorded in the wrong order.
double rankingErrors(const std::vector<double>& truth, const std::vector<double>& recorded, double apart)
{
    double wrong = 0;
    double all = 0;
    for (size_t i = 0; i < truth.size(); ++i) {
        for (size_t j = 0; j < truth.size(); ++j) {
            if (truth[i] > truth[j] * (1 + apart)) {
                ++all;
                wrong += recorded[i] > recorded[j] ? 0 : 1;
            }
        }
    }
    return wrong / all;
}

const SimulatedMachine::Weather quiet{0.01};
const SimulatedMachine::Weather shared{0.01, 0.15};
const SimulatedMachine::Weather restless{0.05, 0.05};

} // namespace

class TestTrialTimer : public QObject
{
    Q_OBJECT
private slots:
    void equalKernelsDoNotDrift_data()
    {
        QTest::addColumn<double>("noise");
        QTest::newRow("half a percent") << 0.005;
        QTest::newRow("one percent") << 0.01;
    }
    void equalKernelsDoNotDrift()
    {
        QFETCH(double, noise);
        std::vector<double> drifts;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            const SimulatedRun run = tuned(std::vector<double>(200, 1.0), {noise}, seed);
            QCOMPARE(run.recorded.size(), size_t(200));
            drifts.push_back(run.best() - 1);
        }
        const double mean = std::accumulate(drifts.begin(), drifts.end(), 0.0) / static_cast<double>(drifts.size());
        QVERIFY2(mean < 0.003, qPrintable(QString::number(mean)));
        QVERIFY2(*std::max_element(drifts.begin(), drifts.end()) < 0.015, qPrintable(QString::number(mean)));
    }

    void aChainOfWinnersKeepsTheScale()
    {
        // Each is 2 % quicker than the one before: 40 winners, in which errors would multiply.
        std::vector<double> speedups;
        for (int i = 0; i < 40; ++i) {
            speedups.push_back(std::pow(1.02, i + 1));
        }
        std::vector<double> errors;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            errors.push_back(tuned(speedups, quiet, seed).recorded.back() / speedups.back() - 1);
        }
        QVERIFY2(std::abs(median(errors)) < 0.003, qPrintable(QString::number(median(errors))));
        QVERIFY(*std::max_element(errors.begin(), errors.end()) < 0.02);
        QVERIFY(*std::min_element(errors.begin(), errors.end()) > -0.02);
    }

    void theBestIsNeverOfAnotherScaleThanTheRest()
    {
        // What was not shown to be quicker than the best is not recorded as if it were.
        const SimulatedRun run = tuned(searchLike(3, 150), shared, 3);
        double best = 1;
        for (const double speedup : run.recorded) {
            QVERIFY(speedup > 0);
            best = std::max(best, speedup);
        }
        QCOMPARE(best, std::max(1.0, run.best()));
        for (size_t i = 0; i < run.costs.size(); ++i) {
            QVERIFY(std::abs(run.costs[i] * run.recorded[i] / (run.costs[0] * run.recorded[0]) - 1) < 1e-12);
        }
    }

    void kernelsAreRankedRightly_data()
    {
        QTest::addColumn<int>("weather");
        QTest::addColumn<double>("mostErrors");
        QTest::addColumn<double>("mostLost");
        QTest::newRow("quiet") << 0 << 0.005 << 0.01;
        QTest::newRow("shared") << 1 << 0.01 << 0.01;
        QTest::newRow("restless") << 2 << 0.05 << 0.03;
    }
    void kernelsAreRankedRightly()
    {
        QFETCH(int, weather);
        QFETCH(double, mostErrors);
        QFETCH(double, mostLost);
        const SimulatedMachine::Weather weathers[]{quiet, shared, restless};
        std::vector<double> errors;
        std::vector<double> lost;
        std::vector<double> seconds;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const std::vector<double> truth = searchLike(seed, 128);
            const SimulatedRun run = tuned(truth, weathers[weather], seed);
            errors.push_back(rankingErrors(truth, run.recorded, 0.05));
            const auto chosen = std::max_element(run.recorded.begin(), run.recorded.end()) - run.recorded.begin();
            lost.push_back(1 - truth[static_cast<size_t>(chosen)] / *std::max_element(truth.begin(), truth.end()));
            seconds.push_back(run.seconds / 128);
        }
        const QString figures =
            QString("wrong %1, lost %2, %3 ms a trial").arg(median(errors)).arg(median(lost)).arg(median(seconds) * 1e3);
        qInfo("%s", qPrintable(figures));
        QVERIFY2(median(errors) < mostErrors, qPrintable(figures));
        QVERIFY2(median(lost) < mostLost, qPrintable(figures));
    }

    void secondsAreThoseOfFullPace()
    {
        // The pace changes by a third and more, slowly, with seconds of the one and of the other.
        std::vector<double> errors;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            SimulatedMachine machine({0.03, 0, 1.7, 0.2, 0.6, 1.0, 10}, seed);
            SimulatedTask task(machine);
            for (int i = 0; i < 400; ++i) { // a machine that is known
                task.timer.pace().now();
                machine.wait(0.025);
            }
            machine.wait(0.4 * seed);
            QVERIFY(task.setAnchor(anchorSeconds));
            errors.push_back(std::abs(task.references.anchorSeconds / anchorSeconds - 1));
        }
        QVERIFY2(median(errors) < 0.03, qPrintable(QString::number(median(errors))));
        QVERIFY2(*std::max_element(errors.begin(), errors.end()) < 0.08, qPrintable(QString::number(median(errors))));
    }

    /// A neighbour that uses the memory slows kernels, each by a share of its own, and not the loop that shows the pace.
    void aSlowStretchThatThePaceDoesNotSee()
    {
        std::vector<double> ofSeconds;
        std::vector<double> ofSpeedups;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            SimulatedMachine machine({0.01, 0.25, 1.4, 0.15}, seed);
            SimulatedTask task(machine, 0);
            QVERIFY(task.setAnchor(anchorSeconds));
            ofSeconds.push_back(std::abs(task.references.anchorSeconds / anchorSeconds - 1));
            const double seconds = anchorSeconds / 1.3;
            const RunOutcome out = task.time(task.kernel(seconds, 0.4), seconds);
            QVERIFY(out.error == MeasureError::None);
            ofSpeedups.push_back(std::abs(out.timing.speedup / 1.3 - 1));
        }
        const QString figures = QString("seconds %1, one in twenty %2; speed-up %3, one in twenty %4")
                                    .arg(median(ofSeconds))
                                    .arg(quantile(ofSeconds, 0.95))
                                    .arg(median(ofSpeedups))
                                    .arg(quantile(ofSpeedups, 0.95));
        qInfo("%s", qPrintable(figures));
        QVERIFY2(median(ofSeconds) < 0.015 && quantile(ofSeconds, 0.95) < 0.03, qPrintable(figures));
        QVERIFY2(median(ofSpeedups) < 0.015 && quantile(ofSpeedups, 0.95) < 0.02, qPrintable(figures));
    }

    void anAnchorTimedInASlowStretchIsLookedAtAgain_data()
    {
        QTest::addColumn<bool>("isThorough");
        QTest::newRow("at the run's end") << false;
        QTest::newRow("by a thorough measurement") << true;
    }
    void anAnchorTimedInASlowStretchIsLookedAtAgain()
    {
        QFETCH(bool, isThorough);
        for (unsigned seed = 1; seed <= 20; ++seed) {
            for (const bool isNewRun : {false, true}) {
                SimulatedMachine machine({0.01, 0, 1.4}, seed);
                machine.slowDown(3);
                SimulatedTask task(machine, 0);
                QVERIFY(task.setAnchor(anchorSeconds));
                QVERIFY(task.references.anchorSeconds > 1.3 * anchorSeconds);
                machine.wait(5);
                task.references.mayBeCorrected = !isNewRun; // a new run's scale is the first one's
                RunOutcome out;
                MeasureOptions options;
                options.thorough = true;
                if (isThorough) {
                    out = task.time(task.kernel(anchorSeconds / 1.5), anchorSeconds, options);
                    QVERIFY(out.error == MeasureError::None);
                } else {
                    QVERIFY(task.timer.rank(kernelsOf(machine, {1.5, 1.4}), task.references).has_value());
                }
                const double seconds = task.references.anchorSeconds / anchorSeconds;
                QVERIFY2(isNewRun ? seconds > 1.3 : std::abs(seconds - 1) < 0.02, qPrintable(QString::number(seconds)));
                if (isThorough) {
                    QVERIFY(std::abs(out.costs.front() * out.timing.speedup / anchorSeconds / seconds - 1) < 1e-9);
                }
            }
        }
    }

    /// Calls report no time that other programs had the core; who waits for the answer has it all the same.
    void aBusyMachineEndsThePairsBeforeTheDeadline()
    {
        class Crowded : public SimulatedKernel
        {
        public:
            using SimulatedKernel::SimulatedKernel;
            double timeBatch(int64_t calls) override
            {
                std::this_thread::sleep_for(std::chrono::milliseconds(4));
                return SimulatedKernel::timeBatch(calls);
            }
        };
        SimulatedMachine machine(restless, 1);
        SimulatedTask task(machine);
        QVERIFY(task.setAnchor(anchorSeconds));
        MeasureOptions options;
        options.thorough = true;
        options.timeoutSeconds = 0.3;
        Crowded crowded(machine, anchorSeconds);
        const RunOutcome out = task.time(crowded, anchorSeconds, options);
        QVERIFY(out.error == MeasureError::None);
        QVERIFY2(out.timing.pairs >= 3 && out.timing.pairs <= 25, qPrintable(QString::number(out.timing.pairs)));
    }

    /// Looking again would only choose the luckier of two.
    void anAnchorThatWasTimedWellStaysAsItIs()
    {
        int corrected = 0;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            SimulatedMachine machine(shared, seed);
            SimulatedTask task(machine);
            QVERIFY(task.setAnchor(anchorSeconds));
            const double was = task.references.anchorSeconds;
            QVERIFY(task.timer.rank(kernelsOf(machine, {1.5}), task.references).has_value());
            corrected += task.references.anchorSeconds == was ? 0 : 1;
        }
        QVERIFY2(corrected <= 1, qPrintable(QString::number(corrected)));
    }

    void tasksThatComputeTheSameHaveOneScale()
    {
        std::vector<double> alone;
        std::vector<double> beside;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            SimulatedMachine machine({0.02, 0.5, 2.0, 3.0}, seed);
            const auto ratio = [&](std::vector<double>& errors, bool isShared) {
                TimingWorld world = machine.world();
                world.rate = [] { return 200e9; }; // whole seconds are slow without its knowing: memory, or another core's
                SimulatedTask task(machine, std::move(world));
                QVERIFY(task.setAnchor(anchorSeconds));
                const double first = task.references.anchorSeconds;
                machine.wait(5);
                MeasureOptions options;
                options.thorough = true;
                task.references = isShared ? task.references : TimedReferences();
                const RunOutcome second = task.time(task.kernel(anchorSeconds / 3), anchorSeconds / 3, options);
                QVERIFY(second.error == MeasureError::None);
                errors.push_back(std::abs((isShared ? task.references.anchorSeconds : first) / second.costs.front() / 3 - 1));
            };
            ratio(alone, false);
            ratio(beside, true);
        }
        QVERIFY2(median(beside) < 0.01, qPrintable(QString::number(median(beside))));
        QVERIFY2(*std::max_element(beside.begin(), beside.end()) < 0.05, qPrintable(QString::number(beside.front())));
        QVERIFY2(*std::max_element(alone.begin(), alone.end()) > 0.3, "the machine is too kind for this test");
    }

    void oneOddClockReadingIsNotFullPace()
    {
        double rate = 100;
        PaceGauge gauge([&] { return rate; });
        for (int i = 0; i < 30; ++i) {
            gauge.now();
        }
        rate = 1000;
        gauge.now();
        rate = 50;
        QCOMPARE(gauge.now(), 0.5);
        QCOMPARE(gauge.bestRate(), 100.0);
        gauge.expectBest(200);
        QCOMPARE(gauge.now(), 0.25);
    }

    /// A boost of a few milliseconds is not what the machine can keep up; what it kept up before the first kernel stays.
    void aBoostIsNotFullPace()
    {
        double rate = 250;
        PaceGauge gauge([&] { return rate; });
        gauge.calibrate();
        QCOMPARE(gauge.bestRate(), 250.0);
        for (const double now : {200.0, 280.0, 200.0}) { // under work, boosted, under work
            rate = now;
            for (int i = 0; i < 45; ++i) {
                gauge.now();
            }
        }
        QCOMPARE(gauge.bestRate(), 250.0);
        QCOMPARE(gauge.now(), 0.8);
        rate = 0; // a GPU: nothing to calibrate by, and no waiting for it
        PaceGauge none([&] { return rate; });
        none.calibrate();
        QCOMPARE(none.bestRate(), 0.0);
    }

    void aPaceAboveTheBestKnownCounts()
    {
        const std::vector<PacedSample> samples(20, {1e-3, 1.1});
        QVERIFY(std::abs(secondsAtFullPace(samples) - 1.1e-3) < 1e-12);
    }

    void aMachineWithoutALoopHasNoPace()
    {
        SimulatedMachine machine({}, 1);
        TimingWorld world = machine.world();
        world.rate = [] { return 0.0; };
        SimulatedTask task(machine, std::move(world));
        QVERIFY(task.setAnchor(anchorSeconds));
        const RunOutcome out = task.time(task.kernel(anchorSeconds / 2), anchorSeconds / 2);
        QCOMPARE(out.timing.pace, 0.0);
        QVERIFY(std::abs(out.timing.speedup - 2) < 1e-9);
    }

    void withoutAnAnchorACandidateIsSampled()
    {
        SimulatedMachine machine({}, 1);
        SimulatedTask task(machine);
        const RunOutcome first = task.time(task.kernel(anchorSeconds), anchorSeconds);
        QCOMPARE(first.timing.speedup, 1.0);
        QVERIFY(!first.isBest && std::abs(first.costs.front() / anchorSeconds - 1) < 1e-9);
        QVERIFY(task.setAnchor(anchorSeconds));
        const RunOutcome second = task.time(task.kernel(anchorSeconds / 3), anchorSeconds / 3);
        QVERIFY(second.isBest);
        QVERIFY(std::abs(second.timing.speedup - 3) < 1e-9);
    }

    /// Sampling ends after 3 s of the wall clock, so that no trial times out where other programs take most of the time.
    void aBusyMachineEndsSamplingEarly()
    {
        SimulatedMachine machine({}, 1);
        TimingWorld world = machine.world();
        int pauses = 0;
        world.rest = [&pauses](std::chrono::milliseconds) {
            ++pauses;
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
        };
        SimulatedTask task(machine, std::move(world));
        const RunOutcome first = task.time(task.kernel(anchorSeconds), anchorSeconds);
        QVERIFY2(pauses <= 8, qPrintable(QString::number(pauses)));
        QVERIFY(std::abs(first.costs.front() / anchorSeconds - 1) < 1e-9);
    }

    void aKnownBestIsThePartner()
    {
        SimulatedMachine machine({}, 1);
        SimulatedTask task(machine);
        task.references = {&task.kernel(anchorSeconds), 2e-3, false, &task.kernel(anchorSeconds / 2), 2};
        RunOutcome out = task.time(task.kernel(anchorSeconds / 1.5), 1e-3);
        QVERIFY(std::abs(*out.timing.ratio - 2 / 1.5) < 1e-9);
        QVERIFY(std::abs(out.timing.speedup - 1.5) < 1e-9);
        QVERIFY(std::abs(out.costs.front() - 2e-3 / 1.5) < 1e-12); // the scale that was given
        task.references.best = nullptr;
        task.references.bestSpeedup = 1;
        out = task.time(task.kernel(anchorSeconds / 1.5), 1e-3);
        QVERIFY(out.isBest);
    }

    void anAnchorThatFailsLateIsNoReference()
    {
        class Failing : public SimulatedKernel
        {
        public:
            using SimulatedKernel::SimulatedKernel;
            double timeBatch(int64_t calls) override { return ++m_batches > 3 ? 1e9 : SimulatedKernel::timeBatch(calls); }
            Result<void> problem() const override { return m_batches > 3 ? fail(ErrorCode::Crashed, "lost") : Result<void>(); }

        private:
            int m_batches = 0;
        };
        SimulatedMachine machine({}, 1);
        SimulatedTask task(machine);
        Failing anchor(machine, anchorSeconds);
        task.references = {&anchor, anchorSeconds, false, nullptr, 1};
        QVERIFY(!task.timer.rank(kernelsOf(machine, {1.5, 1.4}), task.references));
    }

    void contendersAreRankedInTurn()
    {
        const std::vector<double> speedups{1.5, 1.0, 1.6, 1.5, 1.4};
        int claimed = 0;
        for (unsigned seed = 1; seed <= 40; ++seed) {
            SimulatedMachine machine(shared, seed);
            SimulatedTask task(machine);
            QVERIFY(task.setAnchor(anchorSeconds));
            const auto ranked = task.timer.rank(kernelsOf(machine, speedups), task.references);
            QVERIFY(ranked.has_value());
            for (size_t i = 0; i < std::size(speedups); ++i) {
                QVERIFY(std::abs((*ranked)[i].timing.speedup / speedups[i] - 1) < 0.02);
            }
            QVERIFY((*ranked)[2].isSignificantlyFaster);
            QVERIFY((*ranked)[2].timing.speedupLow > 0 && (*ranked)[2].timing.pairs >= 60); // as measuring it anew gives it
            QVERIFY((*ranked)[0].timing.speedupLow == 0);
            QVERIFY(!(*ranked)[1].isSignificantlyFaster && !(*ranked)[4].isSignificantlyFaster);
            claimed += (*ranked)[3].isSignificantlyFaster ? 1 : 0;
        }
        QVERIFY2(claimed <= 2, qPrintable(QString::number(claimed))); // it is as quick as the first
    }

    void signsAreCounted()
    {
        QCOMPARE(signTest(0, 10), 1.0);
        QVERIFY(std::abs(signTest(7, 7) - 1 / 128.0) < 1e-12);
        QVERIFY(std::abs(signTest(13, 15) - 121 / 32768.0) < 1e-12);
        QVERIFY(std::abs(signTest(8, 15) - 0.5) < 1e-12);
    }

    void whatIsSlowedDownIsLeftOut()
    {
        QCOMPARE(undisturbedTime(std::vector<double>{0, 1, 2, 3, 4, 50, 60, 70, 80, 90}), 2.0);
        QCOMPARE(undisturbedTime(std::vector<double>{30, 1, 20}), 1.0);
        QCOMPARE(undisturbedTime(std::vector<double>{4}), 4.0);
        QVERIFY(std::isnan(undisturbedTime({})));
    }

    void theMiddleHalfIsAveraged()
    {
        QCOMPARE(midmean(std::vector<double>{1, 2, 3, 100}), 2.5);
        QCOMPARE(midmean(std::vector<double>{1, 2, 90}), 2.0);
        QCOMPARE(midmean(std::vector<double>{0, 1, 2, 3, 4, 5, 6, 700}), 3.5);
        QVERIFY(std::isnan(midmean({})));
    }
};

QTEST_GUILESS_MAIN(TestTrialTimer)
#include "tst_trialtimer.moc"
