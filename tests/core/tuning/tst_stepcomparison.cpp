// SPDX-License-Identifier: GPL-3.0-or-later
// Two states of one network side by side, with invented steps.
#include "core/tuning/stepcomparison.h"

#include "core/tuning/precisioncomparison.h"

#include <QTest>

#include <array>

using namespace knobscope;

namespace {

NetworkStep step(const char* name, const char* op, const char* layout, const char* task = "")
{
    NetworkStep made;
    made.name = name;
    made.op = op;
    made.layout = layout;
    made.task = task;
    return made;
}

} // namespace

class TestStepComparison : public QObject
{
    Q_OBJECT
private slots:
    void stepsAreMatchedInTheNetworksOrder()
    {
        NetworkReport before;
        before.steps = {step("x", "layout", "NCHW4c"), step("a", "Conv", "NCHW4c", "t"), step("y", "layout", "NCHW"),
                        step("b", "Softmax", "NCHW"), step("w", "Add", "NCHW")};
        NetworkReport after;
        after.steps = {step("a", "Conv", "NCHW", "u"), step("b", "Softmax", "NCHW"), step("z", "layout", "NCHW")};
        const std::vector<double> was{1e-3, 4e-3, 2e-3, 5e-3, 0.25e-3};
        const std::vector<double> is{3e-3, 5.5e-3, 1e-3};
        const nlohmann::json rows = stepComparison({before, was}, {after, is}).toJson();
        QCOMPARE(rows.size(), size_t{6});
        std::vector<std::string> names;
        double change = 0;
        for (const nlohmann::json& row : rows) {
            names.push_back(row.at("name").get<std::string>());
            change += row.at("change_milliseconds").get<double>();
        }
        QVERIFY((names == std::vector<std::string>{"x", "a", "y", "b", "z", "w"}));
        QVERIFY(qFuzzyCompare(change, -2.75)); // as a whole
        QVERIFY(!rows.at(0).contains("after_milliseconds") && rows.at(0).at("change_milliseconds").get<double>() < 0);
        QVERIFY(rows.at(1).at("before_kernel") == "t, NCHW4c" && rows.at(1).at("after_kernel") == "u, NCHW");
        QVERIFY(qFuzzyCompare(rows.at(1).at("change_milliseconds").get<double>(), -1.0));
        QVERIFY(!rows.at(4).contains("before_milliseconds"));
        QVERIFY(!rows.at(5).contains("after_milliseconds"));
    }

    void stepsOfThreeStatesAreAligned()
    {
        NetworkReport a, b, c;
        a.steps = {step("conv1", "Conv", "NCHW8c"), step("pool", "MaxPool", "NCHW"), step("conv2", "Conv", "NCHW8c")};
        b.steps = {step("conv1", "Conv", "NCHW8c"), step("conv2", "Conv", "NCHW8c")};
        c.steps = {step("quantize", "QuantizeLinear", "NCHW"), step("conv1", "ConvInteger", "NCHW4c"),
                   step("pool", "MaxPool", "NCHW"), step("pool", "layout", "NCHW4c"), step("conv2", "ConvInteger", "NCHW4c")};
        using Rows = std::vector<std::vector<int>>;
        QVERIFY((alignSteps(std::array<const NetworkReport*, 3>{&a, &b, &c})
                 == Rows{{-1, -1, 0}, {0, 0, 1}, {1, -1, 2}, {-1, -1, 3}, {2, 1, 4}}));
    }

    void precisionsShareTheUnitOfTheWhole()
    {
        PrecisionState plain{Precision::Float32, {}};
        plain.report.steps = {step("conv", "Conv", "NCHW8c", "t"), step("pool", "MaxPool", "NCHW")};
        plain.stepSeconds = {3e-3, 0.5e-3};
        plain.seconds = 3.25e-3;
        PrecisionState bytes{Precision::Int8, {}};
        bytes.report.steps = {step("quantize", "QuantizeLinear", "NCHW"), step("conv", "ConvInteger", "NCHW4c", "u"),
                              step("pool", "MaxPool", "NCHW")};
        bytes.stepSeconds = {0.25e-3, 1e-3, 0.5e-3};
        bytes.seconds = 1.5e-3;
        bytes.against.emplace();
        PrecisionComparison comparison;
        comparison.states = {plain, {Precision::Bfloat16, phrase("no layer can have it")}, bytes};
        const nlohmann::json whole = precisionTable(comparison).toJson();
        QCOMPARE(whole.size(), size_t{3});
        QCOMPARE(whole[0].at("milliseconds").get<double>(), 3.25);
        QVERIFY(!whole[1].contains("milliseconds") && whole[1].at("trouble") == "no layer can have it");
        QCOMPARE(whole[2].at("milliseconds").get<double>(), 1.5);
        const nlohmann::json rows = precisionSteps(comparison).toJson();
        QCOMPARE(rows.size(), size_t{3});
        QVERIFY(!rows[0].contains("float32_milliseconds"));
        const auto of = [&](size_t row, const char* column) { return rows[row].at(column).get<double>(); };
        QCOMPARE(of(0, "int8_milliseconds"), 0.25);
        QCOMPARE(of(1, "float32_milliseconds"), 3.0);
        QCOMPARE(of(1, "int8_milliseconds"), 1.0);
        QVERIFY(rows[1].at("float32_kernel") == "t, NCHW8c" && rows[1].at("int8_kernel") == "u, NCHW4c");
        QCOMPARE(of(2, "float32_milliseconds"), 0.5);
    }
};

QTEST_GUILESS_MAIN(TestStepComparison)
#include "tst_stepcomparison.moc"
