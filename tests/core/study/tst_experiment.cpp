// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/experiment.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>
#include <utility>

using namespace knobscope;

namespace {

ComparedRun run(const std::vector<double>& gflops, uint64_t seed = 0)
{
    ComparedRun run{.seed = seed};
    for (const double speed : gflops) {
        run.trials.push_back({.number = static_cast<int64_t>(run.trials.size()) + 1, .gflops = speed});
    }
    return run;
}

/// An experiment whose runs come to `noise()`, B's to `better` more, on a machine that changes from seed to seed.
ExperimentResult experimentOn(size_t seeds, const std::function<double()>& noise, double better, double drift,
                              std::mt19937& random)
{
    std::vector<ComparedRun> a;
    std::vector<ComparedRun> b;
    for (size_t seed = 0; seed < seeds; ++seed) {
        const double pace = drift > 0 ? std::uniform_real_distribution<double>(0, drift)(random) : 0;
        a.push_back(run({noise() + pace}));
        b.push_back(run({noise() + better + pace}));
    }
    return evaluateExperiment(a, b).value();
}

} // namespace

class TestExperiment : public QObject
{
    Q_OBJECT
private slots:
    void runsTakeTurns()
    {
        ExperimentPlan plan;
        plan.a = makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value();
        plan.b = plan.a;
        plan.b.edits = {parseEdit("tile_x-=[-1,1]").value()};
        plan.options.seed = 7;
        plan.options.trials = 12;
        plan.seeds = 3;
        const auto runs = experimentRuns(plan);
        QCOMPARE(runs.size(), size_t(6));
        std::string order;
        for (size_t i = 0; i < runs.size(); ++i) {
            order += isRunOfB(i) ? 'B' : 'A';
            QCOMPARE(runs[i].task.edits.empty(), !isRunOfB(i));
            QCOMPARE(runs[i].options.seed, uint64_t(7 + i / 2));
            QCOMPARE(runs[i].options.trials, int64_t(12));
        }
        QCOMPARE(order, std::string("ABBAAB"));
    }

    void answersInOneWord()
    {
        const auto answer = [](size_t seeds, double better) {
            std::vector<ComparedRun> a;
            std::vector<ComparedRun> b;
            for (size_t seed = 0; seed < seeds; ++seed) {
                const double pace = static_cast<double>(seed % 3);
                a.push_back(run({100 + pace}, seed));
                b.push_back(run({100 + pace + better + 0.1 * static_cast<double>(seed)}, seed));
            }
            return answerOf(evaluateExperiment(a, b).value());
        };
        QCOMPARE(answer(7, 5).word.message, std::string("Yes"));
        QCOMPARE(answer(7, -5).word.message, std::string("No"));
        QCOMPARE(answer(7, -0.3).word.message, std::string("No"));
        QCOMPARE(answer(4, 5).word.message, std::string("Not yet"));
        QVERIFY(answer(4, 5).why.message.starts_with("2 more seeds needed"));
    }

    /// Whatever the noise looks like, at most one in twenty experiments without a difference claims one.
    void chanceIsSeldomCalledADifference()
    {
        std::mt19937 random(5);
        std::normal_distribution<double> normal(0, 1);
        const auto skewed = [&] { return 40 * std::exp(0.3 * normal(random)); };
        const auto outliers = [&] { return 40 + (random() % 8 == 0 ? 30 : 1) * normal(random); };
        const std::pair<const char*, std::function<double()>> shapes[] = {
            {"normal", [&] { return 40 + 2 * normal(random); }},
            {"skewed", skewed},
            {"with outliers", outliers},
            {"with ties", [&] { return static_cast<double>(random() % 4); }},
        };
        for (const auto& [name, noise] : shapes) {
            for (const double drift : {0.0, 20.0}) {
                int claims = 0;
                int rounds = 0;
                for (size_t seeds = 2; seeds <= 10; ++seeds) {
                    int claimsOfSeeds = 0;
                    for (int round = 0; round < 2000; ++round, ++rounds) {
                        claimsOfSeeds +=
                            verdictOf(experimentOn(seeds, noise, 0, drift, random)) == ExperimentVerdict::Shown ? 1 : 0;
                    }
                    QVERIFY2(seeds >= 6 || claimsOfSeeds == 0, name);
                    QVERIFY2(claimsOfSeeds <= 2000 * 0.05 + 3 * std::sqrt(2000 * 0.05 * 0.95), name);
                    claims += seeds >= 6 ? claimsOfSeeds : 0;
                }
                const double share = claims / (rounds * 5.0 / 9);
                QVERIFY2(share <= 0.05, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(name)).arg(share)));
            }
        }
    }

    /// B is better by twice the noise of a run; a machine that changes between the seeds does not hide it.
    void aRealDifferenceIsFound()
    {
        std::mt19937 random(6);
        std::normal_distribution<double> normal(0, 1);
        const auto noise = [&] { return 40 + normal(random); };
        const auto found = [&](size_t seeds, double drift) {
            int count = 0;
            for (int round = 0; round < 1000; ++round) {
                const ExperimentResult result = experimentOn(seeds, noise, 2, drift, random);
                count += verdictOf(result) == ExperimentVerdict::Shown && result.gflops.estimate > 0 ? 1 : 0;
            }
            return count;
        };
        for (const double drift : {0.0, 5.0}) {
            QVERIFY2(found(kDefaultSeeds, drift) > 780, qPrintable(QString::number(found(kDefaultSeeds, drift))));
            QVERIFY2(found(10, drift) > 940, qPrintable(QString::number(found(10, drift))));
        }
    }

    void aClearDifferenceIsShown()
    {
        std::vector<ComparedRun> a;
        std::vector<ComparedRun> b;
        for (int seed = 0; seed < 6; ++seed) {
            a.push_back(run({10, 40.0 + seed, 40}, 3 + static_cast<uint64_t>(seed)));
            b.push_back(run({50.0 + seed, 10, 5}, 3 + static_cast<uint64_t>(seed)));
        }
        const auto result = evaluateExperiment(a, b).value();
        QVERIFY(verdictOf(result) == ExperimentVerdict::Shown);
        QCOMPARE(result.gflops.estimate, 10.0);
        QCOMPARE(result.gflops.pValue, 2.0 / 64); // one side of the six coins, or the other
        QCOMPARE(result.a[1].seed, uint64_t(4));
        QCOMPARE(result.targetGflops, 0.95 * 55);
        QCOMPARE(result.a[0].trialsToTarget, int64_t(0));
        QCOMPARE(result.b[5].trialsToTarget, int64_t(1));
        QVERIFY(!result.trialsToTarget);
        QCOMPARE(result.gflops.low, 10.0);
        QCOMPARE(result.gflops.high, 10.0);
    }

    void noiseIsCalledNoise()
    {
        std::vector<ComparedRun> a;
        std::vector<ComparedRun> b;
        for (const double d : {-2.0, 3.0, -1.0, 1.0, 0.5, 2.5}) {
            a.push_back(run({20, 30}));
            b.push_back(run({20 + d, 30 + d}));
        }
        const auto result = evaluateExperiment(a, b).value();
        QVERIFY(verdictOf(result) == ExperimentVerdict::NoDifference);
        QVERIFY(std::abs(result.gflops.pValue - 0.47) < 0.005);
    }

    /// One wild run against eleven that agree: the mean would point the other way.
    void theVerdictAndTheDifferencePointTheSameWay()
    {
        std::vector<ComparedRun> a;
        std::vector<ComparedRun> b;
        for (int seed = 0; seed < 12; ++seed) {
            a.push_back(run({40}));
            b.push_back(run({seed == 4 ? 1.0 : 41 + 0.1 * seed}));
        }
        const auto result = evaluateExperiment(a, b).value();
        QVERIFY(result.meanB < result.meanA);
        QVERIFY(result.gflops.estimate > 1);
        QVERIFY(result.gflops.low > 0);
        QVERIFY(verdictOf(result) == ExperimentVerdict::Shown);
    }

    void fiveSeedsAreTooFewToShowAnything()
    {
        std::vector<ComparedRun> a;
        std::vector<ComparedRun> b;
        for (int seed = 0; seed < 5; ++seed) {
            a.push_back(run({10.0 + seed}));
            b.push_back(run({20.0 + seed}));
        }
        const auto result = evaluateExperiment(a, b).value();
        QVERIFY(verdictOf(result) == ExperimentVerdict::FewSeeds);
        QVERIFY(std::isinf(result.gflops.low));
        QCOMPARE(seedsNeeded(), 6);
        const auto one = evaluateExperiment(std::span(a).first(1), std::span(b).first(1)).value();
        QVERIFY(verdictOf(one) == ExperimentVerdict::FewSeeds);
        QVERIFY(kDefaultSeeds >= seedsNeeded());
    }

    void trialsAreComparedWhereBothArrive()
    {
        const std::vector<ComparedRun> a{run({1, 2, 100}), run({100, 1})};
        const std::vector<ComparedRun> b{run({100, 2, 3}), run({1, 1})};
        const auto result = evaluateExperiment(a, b).value();
        QCOMPARE(result.b[1].trialsToTarget, int64_t{0}); // so that one pair is left
        QCOMPARE(result.trialsToTarget->estimate, -2.0);
    }

    void unevenAndFailedRunsAreAnswered()
    {
        const std::vector<ComparedRun> one{run({1})};
        QVERIFY(!evaluateExperiment(one, {}));
        QVERIFY(!evaluateExperiment({}, {}));
        const std::vector<ComparedRun> failed{run({0, 0})};
        const std::vector<ComparedRun> none{run({})};
        const auto result = evaluateExperiment(failed, none).value();
        QCOMPARE(result.gflops.estimate, 0.0);
        QVERIFY(verdictOf(result) == ExperimentVerdict::FewSeeds);
    }
};

QTEST_APPLESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
