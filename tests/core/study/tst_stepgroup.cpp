// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a network in groups that do the same work, with invented steps and rates.
#include "core/study/stepgroup.h"

#include <QTest>

#include <numeric>

using namespace knobscope;

namespace {

NetworkStep step(const char* name, const char* op, const char* task, double flops, double bytes, double known = 0)
{
    NetworkStep made;
    made.name = name;
    made.op = op;
    made.task = task;
    made.flops = made.leastFlops = flops;
    made.bytes = bytes;
    made.knownSeconds = known;
    return made;
}

/// Two convolutions that differ in nothing, one of other sizes, one that is tuned, a softmax and a transform.
NetworkReport report()
{
    NetworkReport made;
    made.steps = {step("a", "Conv + Relu", "t", 1e8, 1e4),       step("s", "Softmax", "", 1e6, 1e4),
                  step("b", "Conv + Relu", "t", 1e8, 1e4),       step("c", "Conv + Relu", "t", 2e8, 1e4),
                  step("d", "Conv + Relu", "t", 1e8, 1e4, 3e-3), step("e", "layout", "", 0, 1e4)};
    made.steps[0].shape = made.steps[2].shape = "64x56x56 -> 64x56x56, 3x3";
    made.steps[1].shape = "197x192";
    return made;
}

const std::vector<double> kSeconds{3e-3, 1e-3, 4e-3, 2.5e-3, 3e-3, 0.5e-3};

/// 100 GFLOPS: 1 ms for each convolution of 1e8 operations.
NetworkLimits limits()
{
    return {{1, 100, 10, "AVX2", 1e9, 100}, 1 << 20};
}

} // namespace

class TestStepGroup : public QObject
{
    Q_OBJECT
private slots:
    void stepsOfTheSameWorkAreOneGroup()
    {
        const auto groups = groupSteps(report(), kSeconds, limits());
        QCOMPARE(groups.size(), size_t{5});
        QCOMPARE(groups[0].steps, (std::vector<size_t>{0, 2})); // neither the tuned one nor the one of other sizes
        QCOMPARE(groups[0].seconds, 7e-3);
        QCOMPARE(groups[0].bound->seconds, 2e-3);
        QCOMPARE(groups[0].advice.gainSeconds, 5e-3);
        QVERIFY(std::ranges::is_sorted(groups, std::greater<>(), &StepGroup::seconds));
        size_t steps = 0;
        for (const StepGroup& group : groups) {
            steps += group.steps.size();
        }
        QCOMPARE(steps, report().steps.size());
        QVERIFY(!groupSteps(report(), kSeconds, std::nullopt).front().bound);
        QVERIFY(groupSteps({}, {}, limits()).empty());
    }

    // What one of many alike steps can gain is not worth a word; what all of them can gain is.
    void adviceIsForAllStepsOfAGroup()
    {
        NetworkReport many;
        std::vector<double> seconds;
        for (int i = 0; i < 1000; ++i) {
            many.steps.push_back(step("x", "Conv", "t", 1e8, 1e4));
            seconds.push_back(1.5e-3);
        }
        const StepAdvice one = adviceFor(many.steps[0], 1.5e-3, boundOf(many.steps[0], many, limits()), 1.5);
        QCOMPARE(one.kind, StepAdvice::Kind::None);
        const auto groups = groupSteps(many, seconds, limits());
        QCOMPARE(groups.size(), size_t{1});
        QCOMPARE(groups[0].advice.kind, StepAdvice::Kind::Tune);
        QVERIFY(std::abs(groups[0].advice.gainSeconds - 0.5) < 1e-9);
    }

    void theTableSaysWhatEachGroupIs()
    {
        const nlohmann::json rows = stepGroupTable(report(), kSeconds, limits()).toJson();
        QCOMPARE(rows.size(), size_t{5});
        QVERIFY(rows[0].at("op") == "Conv + Relu" && rows[0].at("shape") == "64x56x56 -> 64x56x56, 3x3");
        QVERIFY(rows[0].at("count") == 2 && rows[0].at("state") == "not tuned" && rows[0].at("step") == "a");
        QCOMPARE(rows[0].at("share").get<double>(), 0.5);
        QVERIFY(rows[1].at("state") == "tuned");
        QVERIFY(rows[3].at("state") == "no template" && rows[3].at("shape") == "197x192");
        QVERIFY(rows[4].at("state") == "layout");
    }

    void aProfileWithoutShapesHasThoseOfItsArguments()
    {
        const auto shapeOf = [](const char* config) {
            NetworkReport one;
            one.steps = {step("a", "Conv", "t", 1e8, 1e4)};
            one.steps[0].layout = "NCHW16c";
            one.steps[0].config = nlohmann::json::parse(config);
            return stepGroupTable(one, std::vector{1e-3}, std::nullopt).toJson()[0].at("shape").get<std::string>();
        };
        QCOMPARE(shapeOf(R"(["conv2d_NCHWc.x86", [["TENSOR", [1, 3, 224, 224], "float32"], ["TENSOR", [64, 3, 7, 7], "float32"],
                             [2, 2], [3, 3, 3, 3], [1, 1], "NCHW", "NCHW", "float32"], []])"),
                 std::string("3x224x224 -> 64, 7x7 s2"));
        QCOMPARE(shapeOf(R"(["depthwise_conv2d_nchw.cuda", [["TENSOR", [2, 32, 14, 14], "float32"],
                             ["TENSOR", [32, 1, 3, 3], "float32"], [2, 1], [1, 1, 1, 1], [1, 1], "float32"], []])"),
                 std::string("batch 2: 32x14x14 -> 32, 3x3 s2x1"));
        QCOMPARE(shapeOf(R"(["dense_pack.x86", [["TENSOR", [1, 512], "float32"], ["TENSOR", [1000, 512], "float32"], null,
                             "float32"], []])"),
                 std::string("512 -> 1000"));
        QCOMPARE(shapeOf(R"(["batch_matmul.x86", [["TENSOR", [12, 8, 4], "float32"], ["TENSOR", [12, 8, 4], "float32"]], []])"),
                 std::string("12x8x4, 12x8x4"));
        QCOMPARE(shapeOf("null"), std::string("NCHW16c"));
    }
};

QTEST_GUILESS_MAIN(TestStepGroup)
#include "tst_stepgroup.moc"
