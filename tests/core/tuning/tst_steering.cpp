// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a run, and what a person can change while it goes on.
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace knobscope;

namespace {

/// Remembers what happened and does something after a given trial.
class Steering : public LoopListener
{
public:
    void trialFinished(const TrialFinished& e) override
    {
        order.push_back(*e.entity.index);
        if (always) {
            always();
        }
        if (static_cast<int64_t>(order.size()) == at && act) {
            act();
        }
    }
    void progress(const Progress& p) override { last = p; }
    void runFinished(const RunFinished& e) override { end = e; }
    void logLine(const Sentence& line) override { lines.push_back(line.message); }
    void warning(const Sentence& line) override
    {
        warnings.push_back(line.message);
        LoopListener::warning(line);
    }

    std::function<void()> always; ///< after each trial
    int64_t at = 0;
    std::function<void()> act;
    std::vector<int64_t> order;
    std::vector<std::string> lines;
    std::vector<std::string> warnings;
    Progress last;
    RunFinished end;
};

Result<void> play(const LoopTask& task, Steering& steering, LoopControl& control, unsigned timing = 1,
                  LoopListener* other = nullptr)
{
    FakeMeasurer measurer(timing);
    std::vector<LoopListener*> listeners{&steering};
    if (other) {
        listeners.push_back(other);
    }
    TRY(tune({task}, measurer, control, listeners));
    return {};
}

Steering play(const LoopTask& task)
{
    Steering steering;
    LoopControl control;
    if (auto done = play(task, steering, control); !done) {
        qWarning("%s", done.error().message.c_str());
    }
    return steering;
}

/// A slow start: grid runs through indexes 0, 1, 2, …, whose cost falls with index % 50.
double gflopsOf(int64_t index)
{
    return 268435456.0 * (1 + static_cast<double>(index % 50)) / 1e-3 / 1e9;
}

} // namespace

class TestSteering : public QObject
{
    Q_OBJECT
private slots:
    void rulesAreValues()
    {
        const StopRule trials{.trials = 100};
        QVERIFY(!trials.verdict({99, 0, 0, 0}));
        QCOMPARE(trials.verdict({100, 0, 0, 0})->message, std::string("100 trials"));
        const StopRule seconds{.seconds = 60};
        QVERIFY(!seconds.verdict({0, 0, 59.9, 0}));
        QCOMPARE(seconds.verdict({0, 0, 60, 0})->message, std::string("1 min"));
        const StopRule plateau{.plateau = 50};
        QVERIFY(!plateau.verdict({70, 49, 0, 0}));
        QCOMPARE(plateau.verdict({70, 50, 0, 0})->message, std::string("no better config in 50 trials"));
        const StopRule target{.targetGflops = 80};
        QVERIFY(!target.verdict({0, 0, 0, 79}));
        QCOMPARE(target.verdict({0, 0, 0, 80})->message, std::string("80 GFLOPS reached"));
        StopRule percent{.targetPercent = 90, .peakGflops = 200};
        QVERIFY(!percent.verdict({0, 0, 0, 300, 179}));
        QCOMPARE(percent.verdict({0, 0, 0, 180, 180})->message, std::string("90 % of the peak of 200.0 GFLOPS reached"));
        percent.peakGflops = 0; // none is known
        QVERIFY(!percent.verdict({0, 0, 0, 1e9, 1e9}));
        QVERIFY(!StopRule().verdict({1 << 30, 1 << 30, 1e9, 1e9}));
    }

    void whatDisturbsIsSaidBeforeTheFirstTrial()
    {
        class Disturbed : public FakeMeasurer
        {
        public:
            using FakeMeasurer::FakeMeasurer;
            Sentence loadWarning() const override { return Sentence("The machine is busy: others take it"); }
        };
        Disturbed measurer(1);
        Steering steering;
        LoopControl control;
        size_t linesAtFirst = 0;
        steering.at = 1;
        steering.act = [&] { linesAtFirst = steering.lines.size(); };
        std::vector<LoopListener*> listeners{&steering};
        QVERIFY(tune({task("random", 3)}, measurer, control, listeners).has_value());
        QCOMPARE(linesAtFirst, size_t(1));
        QCOMPARE(steering.lines.front(), std::string("The machine is busy: others take it"));
        QCOMPARE(steering.warnings, steering.lines);
        QVERIFY(play(task("random", 3)).lines.empty());
    }

    /// One that began after the run did.
    void whoElseMeasuresIsSaidAtTheEnd()
    {
        class Joined : public FakeMeasurer
        {
        public:
            using FakeMeasurer::FakeMeasurer;
            Sentence otherMeasurerWarning() const override
            {
                return Sentence(submitted > 0 ? "Another program is measuring" : "");
            }
        };
        Joined measurer(1);
        Steering steering;
        LoopControl control;
        std::vector<LoopListener*> listeners{&steering};
        QVERIFY(tune({task("random", 3)}, measurer, control, listeners).has_value());
        QCOMPARE(steering.warnings, std::vector<std::string>{"Another program is measuring"});
    }

    void theFirstOfAUnionThatHoldsIsNamed()
    {
        const StopRule rule{.targetGflops = 50, .trials = 80, .seconds = 30};
        QCOMPARE(rule.text().message, std::string("50 GFLOPS reached, 80 trials or 30 s"));
        QCOMPARE(*rule.trialLimit(), int64_t(80));
        QCOMPARE(rule.count(), size_t(3));
        QVERIFY(!rule.verdict({10, 10, 10, 10}));
        QCOMPARE(rule.verdict({10, 10, 31, 10})->message, std::string("30 s"));
        QCOMPARE(rule.verdict({80, 10, 31, 10})->message, std::string("80 trials"));
        QCOMPARE(rule.verdict({10, 10, 10, 60})->message, std::string("50 GFLOPS reached"));
        QCOMPARE(StopRule().text().message, std::string("no limit"));
    }

    void optionsOfOlderProjectsCanBeRead()
    {
        const auto old = nlohmann::json::parse(
            R"({"tuner":"ga","parameters":{},"trials":40,"seconds":0,"early_stopping":7,"seed":"9","confirm_top":4})");
        const RunOptions read = runOptionsFromJson(old);
        QCOMPARE(read.trials, int64_t(40));
        QVERIFY(read.seeds.empty() && read.targetGflops == 0);
        QVERIFY(stopRuleOf(read) == (StopRule{.trials = 40, .plateau = 7}));
        RunOptions o;
        o.seeds = {4, 2};
        o.targetPercent = 80;
        o.peakGflops = 120;
        o.seed = UINT64_MAX;
        QVERIFY(runOptionsToJson(runOptionsFromJson(runOptionsToJson(o))) == runOptionsToJson(o));
    }

    void everyRuleEndsARunAndSaysSo()
    {
        LoopTask target = task("grid", 1000);
        target.options.targetGflops = gflopsOf(20);
        Steering run = play(target);
        QVERIFY(run.order.size() >= 21 && run.order.size() < 30); // what was in flight is kept
        QVERIFY(run.end.detail.message.find("GFLOPS reached") != std::string::npos);
        QCOMPARE(run.end.reason, std::string("finished"));

        LoopTask percent = task("grid", 1000);
        percent.options.peakGflops = gflopsOf(49);
        percent.options.targetPercent = 50;
        run = play(percent);
        QVERIFY(run.order.size() >= 25 && run.order.size() < 34);
        QVERIFY(run.end.detail.message.find("% of the peak") != std::string::npos);

        LoopTask plateau = task("grid", 1000);
        plateau.options.earlyStopping = 15;
        run = play(plateau);
        QCOMPARE(run.end.detail.message, std::string("no better config in 15 trials"));
        QVERIFY(run.order.size() < 75);

        run = play(task("grid", 60));
        QCOMPARE(run.end.detail.message, std::string("60 trials"));
        QCOMPARE(run.order.size(), size_t(60));

        LoopTask endless = task("grid", 0);
        endless.options.targetGflops = gflopsOf(44);
        QVERIFY(play(endless).order.size() >= 45);
    }

    void theTimeLimitLeavesPausesOut()
    {
        LoopTask timed = task("random", 0);
        timed.options.seconds = 60;
        std::atomic<std::chrono::seconds> now{};
        const auto pass = [&now](std::chrono::seconds time) { now = now.load() + time; };
        LoopControl control([&now] { return LoopControl::Clock::time_point(now.load()); });
        Steering steering;
        steering.always = [&] { pass(std::chrono::seconds(5)); };
        steering.at = 5;
        steering.act = [&] { control.pause(); };
        Result<void> done;
        std::thread run([&] { done = play(timed, steering, control); });
        const bool isHeld = QTest::qWaitFor([&] { return control.isHolding(); });
        pass(std::chrono::hours(1));
        control.resume();
        run.join();
        QVERIFY(isHeld && done.has_value());
        QVERIFY(steering.order.size() >= 12 && steering.order.size() < 16); // what was in flight is kept
        QCOMPARE(steering.end.detail.message, std::string("1 min"));
        QVERIFY(steering.end.seconds < 90);
    }

    void stoppingAfterWhatIsInFlightLosesNothing()
    {
        Steering steering;
        LoopControl control;
        steering.at = 20;
        steering.act = [&] { control.stopAfterInFlight(); };
        struct Comparing : FakeMeasurer {
            using FakeMeasurer::FakeMeasurer;
            std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
            {
                compared += inputs.size();
                return FakeMeasurer::compare(inputs);
            }
            size_t compared = 0;
        } measurer(3);
        std::vector<LoopListener*> listeners{&steering};
        QVERIFY(tune({task("random", 500), task("random", 500)}, measurer, control, listeners).has_value());
        QCOMPARE(static_cast<int>(steering.order.size()), measurer.submitted);
        QVERIFY(steering.order.size() > 20 && steering.order.size() <= 24);
        QCOMPARE(steering.end.reason, std::string("stopped"));
        QCOMPARE(measurer.compared, size_t(RunOptions().confirmTop)); // the last comparison, which may correct the scale
    }

    void stoppingAfterInFlightEndsAPause()
    {
        Steering steering;
        LoopControl control;
        control.pause();
        Result<void> done;
        std::thread run([&] { done = play(task("random", 100), steering, control); });
        const bool isHeld = QTest::qWaitFor([&] { return control.isHolding(); });
        control.stopAfterInFlight();
        run.join();
        QVERIFY(isHeld && done.has_value());
        QCOMPARE(steering.end.reason, std::string("stopped"));
    }

    void seedsAreMeasuredFirst_data()
    {
        QTest::addColumn<QString>("tuner");
        for (const auto& t : tuners()) {
            QTest::newRow(t.name.c_str()) << QString::fromStdString(t.name);
        }
    }

    void seedsAreMeasuredFirst()
    {
        QFETCH(QString, tuner);
        LoopTask seeded = task(qPrintable(tuner), 60);
        seeded.options.seeds = {49, 7, 99};
        const Steering run = play(seeded);
        QCOMPARE(run.order.size(), size_t(60));
        QCOMPARE(std::vector<int64_t>(run.order.begin(), run.order.begin() + 3), (std::vector<int64_t>{49, 7, 99}));
        QCOMPARE(std::count(run.order.begin(), run.order.end(), 49),
                 tuner == QStringLiteral("ga") ? std::count(run.order.begin(), run.order.end(), 49) : 1);
    }

    void aSeedOutsideTheSpaceIsRefused()
    {
        LoopTask seeded = task("random", 10);
        seeded.options.seeds = {5, 1'000'000'000};
        Steering steering;
        LoopControl control;
        const auto done = play(seeded, steering, control);
        QVERIFY(!done);
        QVERIFY(done.error().message.find("1000000000") != std::string::npos);
        QVERIFY(steering.order.empty());
    }

    void addedConfigsComeNext()
    {
        Steering steering;
        LoopControl control;
        steering.at = 10;
        steering.act = [&] {
            control.add(49);
            control.add(-5);
            control.add(77);
        };
        QVERIFY(play(task("ga", 40), steering, control).has_value());
        QCOMPARE(steering.order.size(), size_t(40)); // of the trials wanted
        const auto at = std::find(steering.order.begin(), steering.order.end(), 49) - steering.order.begin();
        QVERIFY(at >= 10 && at < 16);
        QCOMPARE(steering.order[static_cast<size_t>(at) + 1], int64_t(77));
        QCOMPARE(steering.lines.size(), size_t(1)); // about -5
    }

    void configsAddedAtTheEndAreStillMeasured()
    {
        Steering steering;
        LoopControl control;
        steering.at = 30; // the last
        steering.act = [&] { control.add(49); };
        QVERIFY(play(task("random", 30), steering, control).has_value());
        QCOMPARE(steering.order.size(), size_t(31));
        QCOMPARE(steering.order.back(), int64_t(49));
        QCOMPARE(steering.last.total, int64_t(31));
    }

    void limitsChangeWhileARunGoesOn()
    {
        for (const auto& [wanted, expected] : {std::pair<int64_t, size_t>{60, 60}, {10, 24}}) {
            Steering steering;
            LoopControl control;
            steering.at = 20;
            steering.act = [&, trials = wanted] {
                RunOptions limits;
                limits.trials = trials;
                control.changeLimits(limits);
            };
            QVERIFY(play(task("random", 40), steering, control).has_value());
            QVERIFY(wanted == 60 ? steering.order.size() == expected : steering.order.size() <= expected);
            QVERIFY(steering.lines.front().find(std::to_string(wanted) + " trials") != std::string::npos);
        }
    }

    void aSmallerBudgetKeepsWhatWasMeasured()
    {
        LoopTask shrunk = task("random", 10);
        const Steering whole = play(task("random", 30));
        for (const int64_t index : whole.order) {
            shrunk.recorded.push_back({index, FakeMeasurer::resultOf(index)});
        }
        const Steering again = play(shrunk);
        QVERIFY(again.order.empty());
        QCOMPARE(again.end.trials, int64_t(30));
    }

    void ratesComeFromWhatWasMeasured()
    {
        const Steering run = play(task("random", 40));
        QVERIFY(run.last.trialsPerSecond > 0);
        QVERIFY(std::abs(run.last.buildSeconds - 0.010) < 1e-9);
        QVERIFY(std::abs(run.last.runSeconds - 0.002) < 1e-9);
        QVERIFY(run.last.buildersBusy > 0);
        QVERIFY(run.last.deviceIdle >= 0 && run.last.deviceIdle <= 1);
        QCOMPARE(run.last.secondsLeft, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestSteering)
#include "tst_steering.moc"
