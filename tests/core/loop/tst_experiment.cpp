// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/experiment.h"

#include <QTest>

#include <random>

using namespace knobscope;

namespace {

ExperimentTrials trials(std::vector<double> gflops)
{
    return {std::move(gflops), 0};
}

bool says(const std::vector<std::string>& lines, const char* words)
{
    for (const std::string& line : lines) {
        if (line.find(words) != std::string::npos) {
            return true;
        }
    }
    for (const std::string& line : lines) {
        qWarning("%s", line.c_str());
    }
    return false;
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

    void intervalsHoldKnownMeans()
    {
        const std::vector<double> constant(5, 3.0);
        QCOMPARE(bootstrapDifference(constant).low, 3.0);
        QCOMPARE(bootstrapDifference(constant).high, 3.0);
        QCOMPARE(bootstrapDifference({}).mean, 0.0);
        // 95 % intervals of 12 normal values hold the true mean about as often as they say (percentile intervals a little less).
        std::mt19937 random(3);
        std::normal_distribution<double> noise(10, 4);
        int held = 0;
        for (int round = 0; round < 100; ++round) {
            std::vector<double> values(12);
            for (double& v : values) {
                v = noise(random);
            }
            const MeanDifference d = bootstrapDifference(values);
            QVERIFY(d.low <= d.mean && d.mean <= d.high);
            held += d.low <= 10 && 10 <= d.high;
        }
        QVERIFY2(held >= 84 && held <= 99, std::to_string(held).c_str());
    }

    void aClearDifferenceIsShown()
    {
        std::vector<ExperimentTrials> a;
        std::vector<ExperimentTrials> b;
        for (int seed = 0; seed < 6; ++seed) {
            a.push_back(trials({10, 40.0 + seed, 40}));
            b.push_back(trials({50.0 + seed, 10, 5}));
        }
        const auto result = evaluateExperiment(3, a, b).value();
        QVERIFY(result.isShown);
        QCOMPARE(result.gflops.mean, 10.0);
        QCOMPARE(result.a[1].seed, uint64_t(4));
        QCOMPARE(result.targetGflops, 0.95 * 55);
        QCOMPARE(result.a[0].trialsToTarget, int64_t(0));
        QCOMPARE(result.b[5].trialsToTarget, int64_t(1));
        QVERIFY(!result.trialsToTarget);
        const auto text = experimentText(result, "template", "edited");
        QVERIFY(says(text, "edited finds faster kernels"));
        QVERIFY(says(text, "Difference +10.00 GFLOPS"));
        QVERIFY(says(text, "template in 0 of 6 seeds and by edited in 3 of 6 seeds"));
    }

    void noiseIsCalledNoise()
    {
        std::vector<ExperimentTrials> a;
        std::vector<ExperimentTrials> b;
        for (const double d : {-2.0, 3.0, -1.0, 1.0, 0.5}) {
            a.push_back(trials({20, 30}));
            b.push_back(trials({20 + d, 30 + d}));
        }
        const auto result = evaluateExperiment(0, a, b).value();
        QVERIFY(!result.isShown && !result.gflops.excludesZero());
        QVERIFY(says(experimentText(result, "A", "B"), "shows no difference"));
    }

    void threeSeedsAreTooFewToShowAnything()
    {
        const std::vector<ExperimentTrials> a{trials({10}), trials({11}), trials({12})};
        const std::vector<ExperimentTrials> b{trials({20}), trials({21}), trials({22})};
        const auto result = evaluateExperiment(0, a, b).value();
        QVERIFY(result.gflops.excludesZero());
        QVERIFY(!result.isShown);
        QVERIFY(says(experimentText(result, "A", "B"), "1 in 4"));
        const auto one = evaluateExperiment(0, std::span(a).first(1), std::span(b).first(1)).value();
        QVERIFY(says(experimentText(one, "A", "B"), "One seed says nothing"));
    }

    void trialsAreComparedWhereBothArrive()
    {
        const std::vector<ExperimentTrials> a{{{1, 2, 100}, 0}, {{100, 1}, 0}};
        const std::vector<ExperimentTrials> b{{{100, 2, 3}, 0}, {{1, 1}, 0}};
        const auto result = evaluateExperiment(0, a, b).value();
        QCOMPARE(result.bothReached, 1);
        QCOMPARE(result.trialsToTarget->mean, -2.0);
        QVERIFY(says(experimentText(result, "A", "B"), "B needed 2.0 trials fewer"));
    }

    void theRetimedBestCounts()
    {
        const std::vector<ExperimentTrials> a{{{100, 90}, 80}};
        const std::vector<ExperimentTrials> b{{{85, 84}, 0}};
        QCOMPARE(evaluateExperiment(0, a, b)->gflops.mean, 5.0);
    }

    void unevenAndFailedRunsAreAnswered()
    {
        const std::vector<ExperimentTrials> one{trials({1})};
        QVERIFY(!evaluateExperiment(0, one, {}));
        QVERIFY(!evaluateExperiment(0, {}, {}));
        const std::vector<ExperimentTrials> failed{trials({0, 0})};
        const std::vector<ExperimentTrials> none{trials({})};
        const auto result = evaluateExperiment(0, failed, none).value();
        QCOMPARE(result.gflops.mean, 0.0);
        QVERIFY(!experimentText(result, "A", "B").empty());
    }
};

QTEST_APPLESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
