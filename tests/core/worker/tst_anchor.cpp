// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel that a task's speed-ups are relative to: sampled, given, and one that does not run any more.
#include "collect.h"

#include "core/target/host.h"
#include "core/task/task.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/makemeasurer.h"

#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

Task smallMatmul()
{
    return makeTask("tutorial/matmul", {96, 96, 96, "float32"}, hostTarget().value()).value();
}

ConfigEntity fastConfig(const Task& task)
{
    return task.space.at(task.space.rangeLength() * 2 / 3).value();
}

MeasureResult measured(Measurer& measurer, const Task& task, const ConfigEntity& config)
{
    return measurer.submit(0, {taskToJson(task), config}) ? collect(measurer, 1).at(0) : MeasureResult();
}

bool isAbout(double value, double wanted, double tolerance)
{
    return std::abs(value / wanted - 1) < tolerance;
}

} // namespace

class TestAnchor : public QObject
{
    Q_OBJECT
private slots:
    void speedUpsAreOverTheAnchor()
    {
        const Task task = smallMatmul();
        MeasureOptions options;
        options.timeoutSeconds = 4; // pairs take a third of it
        options.thorough = true;
        auto measurer = makeLocalMeasurer(options);
        const Baseline baseline{.anchorSeconds = 1e-3}; // given, not sampled here: a sampled one may fall between the trials
        (*measurer)->beginRun(task, baseline);
        // It has no fallback config, so that its first config is the anchor.
        QVERIFY((*measurer)->submit(0, {taskToJson(task), task.space.at(0).value()}));
        QVERIFY((*measurer)->submit(1, {taskToJson(task), fastConfig(task)}));
        const auto results = collect(**measurer, 2);
        QVERIFY2(results.at(0).error == MeasureError::None, results.at(0).why.message.c_str());
        QVERIFY2(std::abs(results.at(0).timing.speedup - 1) < 0.1, qPrintable(QString::number(results.at(0).timing.speedup)));
        QVERIFY(results.at(1).timing.speedup > 1.2);
        for (const auto& [id, result] : results) {
            const Timing& t = result.timing;
            QVERIFY(t.speedupLow <= t.speedup && t.speedup <= t.speedupHigh);
            QVERIFY(t.pace > 0 && t.pace <= 1);
            QVERIFY(t.candidate.size() == t.partner.size() && static_cast<int>(t.candidate.size()) == t.pairs);
            QVERIFY(isAbout(result.meanCost() * t.speedup, baseline.anchorSeconds, 1e-9));
        }
    }

    void speedUpsAreOverTheBaselinesAnchor()
    {
        const Task task = smallMatmul();
        const ConfigEntity fast = fastConfig(task);
        auto measurer = makeLocalMeasurer({});
        (*measurer)->beginRun(task, {.anchor = fast, .anchorSeconds = 123});
        QVERIFY((*measurer)->submit(1, {taskToJson(task), fast}));
        const double speedup = collect(**measurer, 1).at(1).timing.speedup;
        QVERIFY2(std::abs(speedup - 1) < 0.1, qPrintable(QString::number(speedup)));
    }

    /// The reference against itself: a slow one is not timed in pairs that can only say 1.
    void aSlowAnchorIsAsFastAsItself()
    {
        const Task task =
            makeTask("user/plain", {"matmul(n=256, m=256, k=256)", nlohmann::json::object()}, hostTarget().value()).value();
        MeasureOptions options;
        options.check = true;
        auto measurer = makeLocalMeasurer(options);
        (*measurer)->beginRun(task, {.anchorSeconds = 1e-3});
        QVERIFY((*measurer)->submit(0, {taskToJson(task), task.space.at(0).value()}));
        const MeasureResult result = collect(**measurer, 1).at(0);
        QVERIFY2(result.error == MeasureError::None, result.why.message.c_str());
        QCOMPARE(result.timing.speedup, 1.0);
        QCOMPARE(result.meanCost(), 1e-3);
        QCOMPARE(result.timing.pairs, 0);
        QVERIFY(result.timing.secondsNow > 0.02);
    }

    void aRunGoesOnOnItsScale()
    {
        const Task task = smallMatmul();
        auto measurer = makeLocalMeasurer({});
        const ConfigEntity best = fastConfig(task);
        (*measurer)->beginRun(task, {.anchorSeconds = 123, .best = best, .bestSpeedup = 10});
        QVERIFY((*measurer)->submit(0, {taskToJson(task), task.space.at(0).value()}));
        const MeasureResult slow = collect(**measurer, 1).at(0);
        QVERIFY2(slow.error == MeasureError::None, slow.why.message.c_str());
        QVERIFY(*slow.timing.ratio > 1.2); // against the best, not the anchor
        QVERIFY(isAbout(slow.timing.speedup * *slow.timing.ratio, 10, 1e-9));
        QVERIFY(isAbout(slow.meanCost() * slow.timing.speedup, 123, 1e-9));
    }

    void anAnchorThatDoesNotRunIsReplacedWithoutItsSeconds()
    {
        const Task task = smallMatmul();
        ConfigEntity lost = fastConfig(task);
        lost.values.pop_back();
        const Baseline given{.anchor = lost, .anchorSeconds = 123, .best = fastConfig(task), .bestSpeedup = 1000};
        auto measurer = makeLocalMeasurer({});
        (*measurer)->beginRun(task, given);
        const MeasureResult first = measured(**measurer, task, task.space.at(0).value());
        QVERIFY2(first.error == MeasureError::None, first.why.message.c_str());
        QVERIFY2(first.meanCost() < 1, qPrintable(QString::number(first.meanCost())));
        QVERIFY2(first.timing.speedup > 0 && first.timing.speedup < 2, qPrintable(QString::number(first.timing.speedup)));
        QVERIFY(first.newAnchor && *first.newAnchor == task.space.at(0).value());
        QVERIFY(!measured(**measurer, task, fastConfig(task)).newAnchor); // said once

        // A later run of the same program is given the same; one that knows the new anchor goes on with it.
        (*measurer)->beginRun(task, given);
        const MeasureResult second = measured(**measurer, task, task.space.at(0).value());
        QVERIFY(second.newAnchor && *second.newAnchor == *first.newAnchor);
        QVERIFY(isAbout(second.meanCost() * second.timing.speedup, first.meanCost() * first.timing.speedup, 1e-9));
        (*measurer)->beginRun(task, {.anchor = first.newAnchor, .anchorSeconds = 123});
        const MeasureResult third = measured(**measurer, task, task.space.at(0).value());
        QVERIFY(!third.newAnchor);
        QVERIFY(isAbout(third.meanCost() * third.timing.speedup, 123, 1e-9));
    }
};

QTEST_GUILESS_MAIN(TestAnchor)
#include "tst_anchor.moc"
