// SPDX-License-Identifier: GPL-3.0-or-later
// What bounds a network's steps, and what can be done about them, with invented steps and rates.
#include "core/tuning/stepbound.h"

#include <QTest>

using namespace knobscope;

namespace {

constexpr int64_t kMegabyte = 1 << 20;

/// 100 GFLOPS, 10 GB/s from memory, 100 from a cache of 1 MiB.
NetworkLimits limits()
{
    return {{1, 100, 10, "AVX2", 1e9, 100}, kMegabyte};
}

NetworkStep step(const char* op, const char* task, double flops, double bytes, double known = 0)
{
    NetworkStep made;
    made.name = op;
    made.op = op;
    made.kind = "kernel";
    made.task = task;
    made.flops = made.leastFlops = flops;
    made.bytes = bytes;
    made.knownSeconds = known;
    return made;
}

} // namespace

class TestStepBound : public QObject
{
    Q_OBJECT
private slots:
    void computeOrMemoryBoundsAStep()
    {
        NetworkReport report;
        const StepBound compute = boundOf(step("Conv", "t", 1e9, 1e6), report, limits()).value();
        QCOMPARE(compute.name().message, std::string("compute"));
        QCOMPARE(compute.seconds, 1e-2);
        const StepBound large = boundOf(step("Add", "", 1e6, 1e8), report, limits()).value();
        QCOMPARE(large.name().message, std::string("memory"));
        QCOMPARE(large.seconds, 1e-2);
        QCOMPARE(boundOf(step("Add", "", 1, 1e6), report, limits())->seconds, 1e-5); // from the cache
        NetworkStep dense = step("Gemm", "t", 1, 1e6);
        dense.weightBytes = 1e6;
        QCOMPARE(boundOf(dense, report, limits())->seconds, 1e-5);
        report.weightBytes = 100 * kMegabyte; // the others' weights come between two runs
        QCOMPARE(boundOf(dense, report, limits())->seconds, 1e-4);
        NetworkStep winograd = step("Conv", "t", 1e9, 1e6);
        winograd.leastFlops = 0.25e9;
        QCOMPARE(boundOf(winograd, report, limits())->seconds, 0.25e-2);
        QVERIFY(boundOf(step("Identity", "", 0, 0), report, limits())->seconds > 0);
        NetworkStep tail = step("NonMaxSuppression", "", 0, 0);
        tail.dependsOnData = true; // its work is unknown: there is no bound that it could come close to
        QVERIFY(!boundOf(tail, report, limits()));
    }

    void eachStepSaysWhatCanBeDone()
    {
        const StepBound bound{1e-3, false};
        const auto adviceOf = [&](const NetworkStep& one, double seconds) { return adviceFor(one, seconds, bound, 0.1); };
        const StepAdvice untuned = adviceOf(step("Conv", "t", 1e8, 1), 4e-3);
        QCOMPARE(untuned.kind, StepAdvice::Kind::Tune);
        QCOMPARE(untuned.gainSeconds, 3e-3);
        QCOMPARE(untuned.text.message, std::string("tune (up to 3 ms)"));
        QCOMPARE(adviceOf(step("Conv", "t", 1e8, 1), 1.1e-3).kind, StepAdvice::Kind::None); // a thousandth of the network
        QCOMPARE(adviceOf(step("Conv", "t", 1e8, 1, 1e-3), 1.2e-3).kind, StepAdvice::Kind::None); // tuned, near its bound
        QCOMPARE(adviceOf(step("Conv", "t", 1e8, 1, 4e-3), 4e-3).text.message, std::string("tune longer (up to 3 ms)"));
        const StepAdvice softmax = adviceOf(step("Softmax", "", 1e6, 1e6), 0.034);
        QCOMPARE(softmax.kind, StepAdvice::Kind::NoTemplate);
        QCOMPARE(softmax.text.message, std::string("no template: 34.0 % of the network"));
        NetworkStep product = step("MatMul", "", 1e8, 1); // its untuned kernel is of no template; tuning gives it one
        product.offered = "dense_pack.x86";
        QCOMPARE(adviceOf(product, 4e-3).text.message, std::string("tune (up to 3 ms)"));
        QVERIFY(withoutTemplateSentence({.steps = {product}}, std::vector{4e-3}).empty());
        const NetworkReport three{.steps = {step("Conv + Relu", "t", 1, 1), step("Softmax", "", 1, 1), step("Conv", "t", 1, 1)}};
        const std::vector<OperatorTime> sums{{"Conv", 3e-3}, {"Softmax", 2.5e-3}};
        QCOMPARE(timesByOperator(three, std::vector{1e-3, 2.5e-3, 2e-3}), sums);
        QCOMPARE(adviceOf(step("layout", "", 0, 1e6), 2e-3).kind, StepAdvice::Kind::OtherLayout);
        QCOMPARE(adviceOf(step("layout", "", 0, 1e6), 1e-5).kind, StepAdvice::Kind::None);
        NetworkStep held = step("Conv", "t", 1e8, 1, 4e-3);
        held.alternatives = {{{}, {}, "NCHW", "NCHW", "t", 2.5e-3}, {{}, {}, "NCHW8c", "NCHW8c", "t", 4e-3}};
        held.chosen = 1;
        QCOMPARE(adviceOf(held, 4e-3).text.message, std::string("choose another layout (up to 1.5 ms)"));
        QCOMPARE(adviceFor(step("Conv", "t", 1e8, 1), 4e-3, std::nullopt, 0.1).text.message, std::string("tune"));
    }

    void theTableHasFiguresForPeopleAndPrograms()
    {
        NetworkReport report;
        report.steps = {step("Conv", "t", 1e9, 1e6, 0.02), step("Softmax", "", 1e6, 1e6), step("Gelu", "", 1e6, 1e6),
                        step("layout", "", 0, 1e6)};
        const std::vector<double> seconds{0.02, 0.006, 0.002, 0.002};
        const nlohmann::json rows = stepTable(report, seconds, limits()).toJson();
        QCOMPARE(rows.size(), size_t{4});
        QVERIFY(rows.at(0).at("bound_by") == nlohmann::json("compute"));
        QCOMPARE(rows.at(0).at("bound_seconds").get<double>(), 0.01);
        QCOMPARE(rows.at(0).at("peak_share").get<double>(), 0.5);
        QCOMPARE(rows.at(0).at("bound_share").get<double>(), 0.5);
        QVERIFY(rows.at(0).at("is_tuned") == nlohmann::json(true));
        QVERIFY(rows.at(1).at("bound_by") == nlohmann::json("memory"));
        QVERIFY(!rows.at(1).contains("is_tuned"));
        const nlohmann::json unknown = stepTable(report, seconds, std::nullopt).toJson();
        QVERIFY(!unknown.at(0).contains("bound_seconds") && unknown.at(0).contains("milliseconds"));
        QCOMPARE(withoutTemplateSentence(report, seconds).message,
                 std::string("No template: 26.7 % of the network (Softmax 20.0 %, Gelu 6.7 %)."));
        report.steps.erase(report.steps.begin() + 1, report.steps.begin() + 3);
        QVERIFY(withoutTemplateSentence(report, std::vector{0.02, 0.002}).empty());
    }
};

QTEST_GUILESS_MAIN(TestStepBound)
#include "tst_stepbound.moc"
