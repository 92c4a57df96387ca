// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of bfloat16 in matrix tiles: no less accurate than its steps by definition, and near them in each element.
#include "core/network/precision.h"
#include "tests/core/runtime/attentiongraph.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

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

void compareRounded(const Case& one)
{
    const AttentionGraph made(one);
    const Graph graph = roundedGraph(made.made.graph);
    auto program = programOf(graph, one.threads);
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

} // namespace

class TestAttentionTiles : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!hasMatrixTiles(*hostTarget())) {
            QSKIP("This CPU has no matrix tiles");
        }
    }

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

    void scalesAndForms()
    {
        for (const Scale scale : {Scale::None, Scale::OfQueries, Scale::OfKeys, Scale::OfBoth, Scale::OfScores, Scale::Divided}) {
            for (const Form form : {Form::Plain, Form::Heads, Form::Packed, Form::Grouped, Form::Rows}) {
                Case one{2, 4, 21, form == Form::Packed ? 21 : 37, 12, form == Form::Packed ? 12 : 10};
                one.scale = scale;
                one.form = form;
                compareRounded(one);
            }
        }
    }

    void masks()
    {
        for (const int64_t keys : {19, 1100}) {
            for (unsigned mask = 0; mask < kMasks; ++mask) {
                Case one{3, 2, 22, keys, 8, 9};
                one.mask = static_cast<Mask>(mask);
                one.isGuarded = mask % 2 == 0;
                compareRounded(one);
            }
        }
    }

    /// Without tiles the steps stay: their products multiply in the target's own way.
    void othersKeepTheSteps()
    {
        const AttentionGraph made(Case{1, 2, 20, 20, 16, 16});
        const Graph graph = roundedGraph(made.made.graph);
        QCOMPARE(attentionsOf(graph, groupEpilogues(graph), false).size(), size_t{0});
        QCOMPARE(attentionsOf(graph, groupEpilogues(graph), true).size(), size_t{1});
    }

    void randomCases()
    {
        std::mt19937 random(5);
        const auto pick = [&](int64_t most) { return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most)); };
        for (int i = 0; i < casesOf(120, 6); ++i) {
            Case one{pick(3), 2 * pick(3), pick(70), pick(90), pick(70), pick(70)};
            one.scale = static_cast<Scale>(random() % 6);
            one.mask = static_cast<Mask>(random() % kMasks);
            one.form = static_cast<Form>(random() % 5);
            one.isGuarded = random() % 2 == 0;
            one.threads = static_cast<int>(pick(2));
            if (one.form == Form::Packed) {
                one.queries = one.keys;
                one.valueSize = one.size;
            }
            compareRounded(one);
        }
    }
};

QTEST_APPLESS_MAIN(TestAttentionTiles)
#include "tst_attentiontiles.moc"
