// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of bfloat16 in matrix tiles or dot products: no less accurate than its steps by definition, and near them in each
// element.
#include "core/network/precision.h"
#include "core/target/machineprofile.h"
#include "tests/core/runtime/attentiongraph.h"
#include "tests/core/template/kernelrun.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

#define SKIP_WITHOUT_BFLOATS                                                                                                     \
    if (bfloatUnits(*hostTarget()) == BfloatUnits::None) {                                                                       \
        QSKIP("This CPU does not multiply bfloat16");                                                                            \
    }

namespace {

Graph roundedGraph(const Graph& made)
{
    Graph graph = made;
    (void)applyPrecision(graph, {Precision::Bfloat16, {}}).value();
    return graph;
}

double distanceOf(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(sum / static_cast<double>(a.size()));
}

/// Whether a kernel's numbers are as near to the exact ones as those of the steps, all of which are outputs of graphs.
void compareNumbers(const Case& one, const std::vector<double>& actual, const std::vector<double>& exact,
                    const std::vector<double>& steps)
{
    double largest = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        QVERIFY2(std::isnan(actual[i]) == std::isnan(exact[i]), fmt::format("{}: element {}", one.text(), i).c_str());
        largest = std::max(largest, std::abs(exact[i]));
    }
    if (std::ranges::any_of(exact, [](double value) { return std::isnan(value); })) {
        return;
    }
    const double off = distanceOf(actual, exact);
    const double offByDefinition = distanceOf(steps, exact);
    QVERIFY2(off <= 1.3 * offByDefinition + 1e-6 + 4e-4 * largest,
             fmt::format("{}: off by {}, the steps by {}", one.text(), off, offByDefinition).c_str());
    for (size_t i = 0; i < actual.size(); ++i) {
        QVERIFY2(std::abs(actual[i] - exact[i]) <= 0.02 * largest,
                 fmt::format("{}: element {} is {} instead of {}", one.text(), i, actual[i], exact[i]).c_str());
    }
}

/// A value of a graph, whether or not it is an output.
std::vector<double> valueIn(Graph graph, ValueId value, const std::vector<Tensor>& given)
{
    graph.outputs = {value};
    return interpret(graph, given).value()[0].reals();
}

/// The kernel with its tiles and dot products as plain loops, on any CPU.
void comparePlainLoops(const Case& one, KernelLoader& loader, BfloatUnits units)
{
    const AttentionGraph made(one);
    const Graph graph = roundedGraph(made.made.graph);
    const std::vector<Attention> found = attentionsOf(graph, groupEpilogues(graph), units);
    QCOMPARE(found.size(), size_t{1});
    const GroupKernel kernel = attentionKernel(graph, found.front(), attentionBlocks(found.front(), thisMachine()));
    std::vector<std::vector<double>> inputs;
    for (const KernelParameter& input : kernel.inputs) {
        const Value& value = graph.value(input.value);
        inputs.push_back(value.constant ? value.constant->reals() : valueIn(graph, input.value, made.given));
    }
    LlvmTarget machine = hostLlvmTarget();
    machine.features += hasMatrixTiles(*hostTarget()) ? ",-amx-tile" : "";
    machine.features += multipliesBfloat16(*hostTarget()) ? ",-avx512bf16" : "";
    const auto actual = runKernel(
        kernel.nest, loader, [&](size_t argument, int64_t element) { return inputs[argument][static_cast<size_t>(element)]; },
        machine);
    QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
    const ValueId output = found.front().output.value;
    compareNumbers(one, *actual, valueIn(made.made.graph, output, made.given), valueIn(graph, output, made.given));
}

void compareRounded(const Case& one, const Target& target = *hostTarget())
{
    const AttentionGraph made(one);
    const Graph graph = roundedGraph(made.made.graph);
    auto program = programOf(graph, one.threads, target);
    QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
    QVERIFY2(attentionSteps(*program) == 1, one.text().c_str());
    for (const Step& step : program->steps) {
        QVERIFY2(step.op.find("MatMul") == std::string::npos, step.op.c_str());
    }
    auto executor = Executor::create(std::move(*program)).value();
    for (size_t n = 0; n < made.given.size(); ++n) {
        QVERIFY(executor->setInput(n, made.given[n]));
    }
    for (int run = 0; run < 2; ++run) { // nothing is left of the first
        QVERIFY(executor->run());
    }
    const std::vector<double> actual = executor->output(0).reals();
    const std::vector<double> exact = interpret(made.made.graph, made.given).value()[0].reals();
    const std::vector<double> steps = interpret(graph, made.given).value()[0].reals();
    compareNumbers(one, actual, exact, steps);
}

} // namespace

class TestAttentionBfloats : public QObject
{
    Q_OBJECT
private slots:
    void shapes_data()
    {
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("keys");
        for (const auto& [queries, keys] :
             {std::pair(1, 1), {1, 300}, {7, 1}, {6, 16}, {13, 29}, {16, 32}, {33, 65}, {197, 197}, {65, 257}, {31, 1100}}) {
            QTest::addRow("%d queries, %d keys", queries, keys) << queries << keys;
        }
    }
    void shapes()
    {
        SKIP_WITHOUT_BFLOATS;
        QFETCH(int, queries);
        QFETCH(int, keys);
        for (const auto& [size, valueSize] : {std::pair(1, 1), {16, 16}, {33, 7}, {20, 47}, {64, 64}}) {
            for (const int threads : {1, 2}) {
                Case one{2, 3, queries, keys, size, valueSize};
                one.threads = threads;
                compareRounded(one);
                one.form = Form::Plain;
                one.batch = 1;
                compareRounded(one);
            }
        }
    }

    void eachScaleInEachForm()
    {
        SKIP_WITHOUT_BFLOATS;
        for (const Case& one : scalesAndForms()) {
            compareRounded(one);
        }
    }

    void masks()
    {
        SKIP_WITHOUT_BFLOATS;
        for (const int64_t keys : {19, 1100}) {
            for (unsigned mask = 0; mask < kMasks; ++mask) {
                Case one{3, 2, 22, keys, 8, 9};
                one.mask = static_cast<Mask>(mask);
                one.isGuarded = mask % 2 == 0;
                compareRounded(one);
            }
        }
    }

    /// Every CPU computes the kernels, in plain loops where it has no such instructions.
    void asPlainLoops_data()
    {
        QTest::addColumn<BfloatUnits>("units");
        QTest::newRow("tiles") << BfloatUnits::MatrixTiles;
        QTest::newRow("dot products") << BfloatUnits::DotProducts;
    }
    void asPlainLoops()
    {
        QFETCH(BfloatUnits, units);
        const auto loader = KernelLoader::create();
        QVERIFY(loader.has_value());
        for (const auto& [queries, keys] : {std::pair(1, 1), {7, 33}, {33, 65}, {5, 1100}}) {
            comparePlainLoops(Case{2, 3, queries, keys, 20, 37}, **loader, units);
        }
        for (const Mask mask : {Mask::Causal, Mask::Keys, Mask::Scores, Mask::Capped}) {
            for (const Form form : {Form::Plain, Form::Packed}) {
                Case one{2, 2, 21, 21, 12, 12};
                one.mask = mask;
                one.form = form;
                comparePlainLoops(one, **loader, units);
            }
        }
    }

    /// On CPUs with tiles, whose own programs have none.
    void dotProductsBesideTiles()
    {
        if (!hasMatrixTiles(*hostTarget())) {
            QSKIP("The other functions test dot products here");
        }
        const std::string features = hostTarget()->attr("mattr");
        const Target target = parseTarget(fmt::format("llvm -mcpu={} -mattr={}{}-amx-tile", hostTarget()->attr("mcpu"), features,
                                                      features.empty() ? "" : ","))
                                  .value();
        QCOMPARE(bfloatUnits(target), BfloatUnits::DotProducts);
        for (const auto& [queries, keys] : {std::pair(7, 33), {197, 197}, {5, 1100}}) {
            compareRounded(Case{2, 3, queries, keys, 20, 37}, target);
        }
    }

    /// Without such instructions the steps stay: they compute in float32.
    void othersKeepTheSteps()
    {
        const AttentionGraph made(Case{1, 2, 20, 20, 16, 16});
        const Graph graph = roundedGraph(made.made.graph);
        QCOMPARE(attentionsOf(graph, groupEpilogues(graph), BfloatUnits::None).size(), size_t{0});
        QCOMPARE(attentionsOf(graph, groupEpilogues(graph), BfloatUnits::DotProducts).size(), size_t{1});
    }

    void randomCases()
    {
        SKIP_WITHOUT_BFLOATS;
        std::mt19937 random(5);
        for (int i = 0; i < casesOf(120, 6); ++i) {
            compareRounded(randomCase(random, 70));
        }
    }
};

QTEST_APPLESS_MAIN(TestAttentionBfloats)
#include "tst_attentionbfloats.moc"
