// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layout/choice.h"
#include "core/network/layout/contraction.h"

#include <QTest>

#include <array>
#include <cmath>
#include <random>
#include <utility>

using namespace knobscope;

namespace {

/// Layout problems as networks make them: convolutions whose candidates are pairs of blocks (input's and output's channels) and
/// transforms that cost by the tensor's size. What a layer costs and how large its output is are drawn.
class NetworkProblems
{
public:
    NetworkProblems(unsigned seed, size_t candidates)
        : m_random(seed)
        , m_candidates(candidates)
    {
    }

    LayoutProblem problem;

    /// A convolution of another node's output; of the network's input without one.
    size_t convolution(int input = -1)
    {
        std::vector<double> seconds;
        std::vector<Blocks> blocks;
        const double base = std::exp(draw(-9, -6));
        for (size_t i = 0; i < m_candidates; ++i) {
            seconds.push_back(base * draw(1, 1.6));
            blocks.push_back({kBlocks[m_random() % kBlocks.size()], kBlocks[m_random() % kBlocks.size()]});
        }
        const size_t node = problem.addNode("conv" + std::to_string(problem.nodes.size()), seconds);
        m_blocks.push_back(std::move(blocks));
        m_outputs.push_back(base * draw(0.05, 0.6)); // a transform's seconds
        if (input >= 0) {
            transform(static_cast<size_t>(input), node, [](const Blocks& blocks) { return blocks.first; });
        }
        return node;
    }
    /// An addition or concatenation: the first input decides.
    size_t joined(const std::vector<size_t>& inputs)
    {
        const size_t node = problem.addTied("join" + std::to_string(problem.nodes.size()), inputs.front());
        m_blocks.push_back(m_blocks[inputs.front()]);
        m_outputs.push_back(m_outputs[inputs.front()]);
        for (size_t i = 1; i < inputs.size(); ++i) {
            transform(inputs[i], node, [](const Blocks& blocks) { return blocks.second; });
        }
        return node;
    }
    size_t chain(size_t from, int convolutions)
    {
        for (int i = 0; i < convolutions; ++i) {
            from = convolution(static_cast<int>(from));
        }
        return from;
    }
    /// ResNet-50's stage.
    size_t residualStage(size_t from, int blocks)
    {
        from = joined({chain(from, 3), convolution(static_cast<int>(from))});
        for (int i = 1; i < blocks; ++i) {
            from = joined({chain(from, 3), from});
        }
        return from;
    }
    /// DenseNet's block: each layer reads all before it, through one concatenation of all or a chain of them.
    size_t denseBlock(size_t from, int layers, bool concatenatesAll)
    {
        std::vector<size_t> all{from};
        for (int i = 0; i < layers; ++i) {
            const size_t made = chain(from, 2);
            all.push_back(made);
            from = joined(concatenatesAll ? all : std::vector<size_t>{from, made});
        }
        return from;
    }

private:
    using Blocks = std::pair<int, int>;
    static constexpr std::array<int, 6> kBlocks{1, 4, 8, 16, 32, 64};

    double draw(double low, double high) { return std::uniform_real_distribution<>(low, high)(m_random); }

    template<class Function>
    void transform(size_t from, size_t to, Function wanted)
    {
        problem.addEdge(from, to, [&](size_t i, size_t j) {
            return m_blocks[from][i].second == wanted(m_blocks[to][j]) ? 0 : m_outputs[from];
        });
    }

    std::mt19937 m_random;
    size_t m_candidates;
    std::vector<std::vector<Blocks>> m_blocks;
    std::vector<double> m_outputs;
};

constexpr LayoutMethod kMethods[] = {LayoutMethod::PerLayer, LayoutMethod::Exact, LayoutMethod::Pbqp};

/// The least that any choice costs.
double leastOf(const LayoutProblem& problem)
{
    std::vector<size_t> candidates(problem.nodes.size(), 0);
    double least = kImpossible;
    for (;;) {
        least = std::min(least, costOf(problem, candidates).total());
        size_t node = 0;
        while (node < candidates.size() && ++candidates[node] == problem.nodes[node].seconds.size()) {
            candidates[node++] = 0;
        }
        if (node == candidates.size()) {
            return least;
        }
    }
}

/// Edges at random between nodes of one to four candidates, in either direction, some twice, some costs impossible.
LayoutProblem randomProblem(unsigned seed, double density)
{
    std::mt19937 random(seed);
    const auto cost = [&] { return random() % 10 == 0 ? kImpossible : static_cast<double>(random() % 1000) * 1e-6; };
    LayoutProblem problem;
    const size_t nodes = 1 + random() % 7;
    for (size_t i = 0; i < nodes; ++i) {
        std::vector<double> seconds(1 + random() % 4);
        std::ranges::generate(seconds, cost);
        if (i > 0 && random() % 4 == 0) {
            problem.addTied("tied", random() % i);
        } else {
            problem.addNode("node", seconds);
        }
    }
    for (size_t from = 0; from < nodes; ++from) {
        for (size_t to = 0; to < nodes; ++to) {
            if (from != to && static_cast<double>(random() % 1000) < density * 1000) {
                problem.addEdge(from, to, [&](size_t, size_t) { return cost(); });
            }
        }
    }
    return problem;
}

LayoutProblem network(const QString& kind, unsigned seed, size_t candidates)
{
    NetworkProblems made(seed, candidates);
    const size_t input = made.convolution();
    if (kind == "chain") {
        made.chain(input, 5);
    } else if (kind == "diamond") {
        made.convolution(static_cast<int>(made.joined({made.chain(input, 1), made.chain(input, 2)})));
    } else if (kind == "residual") {
        made.residualStage(input, 2);
    } else if (kind == "dense") {
        made.denseBlock(input, 3, false);
    } else if (kind == "dense, all at once") {
        made.denseBlock(input, 3, true);
    } else if (kind == "densenet-201" || kind == "densenet-201, all at once") {
        size_t from = input;
        for (int layers : {6, 12, 48, 32}) {
            from = made.convolution(static_cast<int>(made.denseBlock(from, layers, kind != "densenet-201")));
        }
    } else if (kind == "ssd-resnet50") {
        size_t from = input;
        std::vector<size_t> classes, boxes;
        for (int blocks : {3, 4, 6, 3, 1, 1, 1, 1}) {
            from = blocks > 1 ? made.residualStage(from, blocks) : made.chain(from, 2);
            classes.push_back(made.convolution(static_cast<int>(from)));
            boxes.push_back(made.convolution(static_cast<int>(from)));
        }
        made.joined({made.joined(classes), made.joined(boxes)});
    }
    return made.problem;
}

void agree(double actual, double expected)
{
    QVERIFY2(actual == expected || std::abs(actual - expected) <= 1e-12 * expected,
             qPrintable(QString("%1 instead of %2").arg(actual).arg(expected)));
}

} // namespace

class TestLayout : public QObject
{
    Q_OBJECT
private slots:
    void exactIsTheLeastOfAllChoices()
    {
        int possible = 0, heuristic = 0;
        for (unsigned seed = 0; seed < 400; ++seed) {
            const LayoutProblem problem = randomProblem(seed, 0.05 * (seed % 10));
            const double least = leastOf(problem);
            const auto exact = chooseLayout(problem, LayoutMethod::Exact);
            QVERIFY2(exact, qPrintable(QString::fromStdString(exact ? "" : exact.error().message)));
            QVERIFY(exact->isProven);
            agree(exact->cost.total(), least);
            agree(costOf(problem, exact->candidates).total(), least);
            for (LayoutMethod method : kMethods) {
                const bool isSmall = method == LayoutMethod::Pbqp;
                const auto choice = chooseLayout(problem, method, {.maxStates = isSmall ? 1 : 1e7});
                QCOMPARE(choice->candidates.size(), problem.nodes.size());
                QVERIFY(choice->cost.total() >= least * (1 - 1e-12));
                if (choice->isProven) {
                    agree(choice->cost.total(), least);
                }
                heuristic += method == LayoutMethod::Pbqp && !choice->isProven;
            }
            const auto solved = solveLayout(problem);
            QCOMPARE(solved.has_value(), least < kImpossible);
            possible += solved.has_value();
        }
        QVERIFY2(possible > 200 && possible < 400 && heuristic > 20, qPrintable(QString("%1 %2").arg(possible).arg(heuristic)));
    }

    void smallNetworks_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"chain", "diamond", "residual", "dense", "dense, all at once"}) {
            QTest::newRow(kind) << kind;
        }
    }
    void smallNetworks()
    {
        QFETCH(QString, kind);
        for (unsigned seed = 0; seed < 20; ++seed) {
            const LayoutProblem problem = network(kind, seed, 3);
            const double least = leastOf(contractTies(problem).problem);
            const auto exact = solveLayout(problem);
            QVERIFY(exact && exact->isProven && exact->method == LayoutMethod::Exact);
            agree(exact->cost.total(), least);
            QVERIFY(chooseLayout(problem, LayoutMethod::Pbqp)->cost.total() <= 1.01 * least);
        }
    }

    void tiedNodesFollowEachOther()
    {
        NetworkProblems made(1, 4);
        const size_t input = made.convolution();
        const size_t branch = made.chain(input, 1);
        const size_t sum = made.joined({branch, input});
        const size_t last = made.joined({sum, input});
        for (LayoutMethod method : kMethods) {
            const auto choice = chooseLayout(made.problem, method);
            QCOMPARE(choice->candidates[sum], choice->candidates[branch]);
            QCOMPARE(choice->candidates[last], choice->candidates[branch]);
            QVERIFY(choice->cost.total() < kImpossible);
        }
        const Contraction contraction = contractTies(made.problem);
        QCOMPARE(contraction.problem.nodes.size(), size_t{2});
        QCOMPARE(contraction.problem.edges.size(), size_t{1}); // the transform to the branch and those to the sums
    }

    void perLayerTakesTheCheapestAndPaysOnTheEdges()
    {
        LayoutProblem problem;
        problem.addNode("a", {3, 1});
        problem.addNode("b", {1, 2});
        problem.addEdge(0, 1, [](size_t i, size_t j) { return i == j ? 0.0 : 9.0; });
        const auto perLayer = chooseLayout(problem, LayoutMethod::PerLayer);
        QCOMPARE(perLayer->candidates, (std::vector<size_t>{1, 0}));
        QCOMPARE(perLayer->cost.nodes, 2.0);
        QCOMPARE(perLayer->cost.edges, 9.0);
        QCOMPARE(solveLayout(problem)->cost.total(), 3.0);
        QCOMPARE(nameOf(solveLayout(problem)->method), std::string_view("exact"));
    }

    /// The issue asks for 5 seconds; a million states takes about 10 ms.
    void largeNetworksAreSolvedExactlyWithFewStates_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"densenet-201", "densenet-201, all at once", "ssd-resnet50"}) {
            QTest::newRow(kind) << kind;
        }
    }
    void largeNetworksAreSolvedExactlyWithFewStates()
    {
        QFETCH(QString, kind);
        const LayoutProblem problem = network(kind, 7, 20);
        const auto exact = solveLayout(problem);
        QVERIFY(exact && exact->isProven);
        QVERIFY2(exact->states < 5e6, qPrintable(QString::number(exact->states)));
        const auto pbqp = chooseLayout(problem, LayoutMethod::Pbqp);
        QVERIFY(pbqp->cost.total() <= 1.01 * exact->cost.total());
        const double perLayer = chooseLayout(problem, LayoutMethod::PerLayer)->cost.total();
        QVERIFY(1.02 * exact->cost.total() < perLayer);
        qInfo("%zu nodes, %.0f states, per layer %.3f, PBQP %.4f times the exact", problem.nodes.size(), exact->states,
              perLayer / exact->cost.total(), pbqp->cost.total() / exact->cost.total());
    }

    void pbqpIsNearTheBestWhereItHasToSettle()
    {
        int near = 0;
        for (unsigned seed = 0; seed < 60; ++seed) {
            const LayoutProblem problem = network("ssd-resnet50", seed, 8);
            const double least = solveLayout(problem)->cost.total();
            const auto large = chooseLayout(problem, LayoutMethod::Pbqp); // tables of four nodes are small enough
            QVERIFY(large->isProven);
            agree(large->cost.total(), least);
            const auto small = chooseLayout(problem, LayoutMethod::Pbqp, {.maxStates = 1});
            QVERIFY(!small->isProven);
            QVERIFY(small->cost.total() <= 1.03 * least);
            near += small->cost.total() <= 1.01 * least;
        }
        QVERIFY2(near >= 57, qPrintable(QString::number(near)));
    }

    void beyondTheLimitTheBestOfTheOthersIsTaken()
    {
        int refused = 0;
        for (unsigned seed = 0; seed < 50; ++seed) {
            const LayoutProblem problem = randomProblem(seed, 0.6);
            const auto exact = chooseLayout(problem, LayoutMethod::Exact, {.maxStates = 3});
            if (exact) {
                continue; // a node or two
            }
            ++refused;
            QCOMPARE(exact.error().code, ErrorCode::LimitExceeded);
            QVERIFY(QString::fromStdString(exact.error().message).contains("more than 3 states"));
            const auto choice = solveLayout(problem, {.maxStates = 3});
            for (LayoutMethod method : {LayoutMethod::Pbqp, LayoutMethod::PerLayer}) {
                const double other = chooseLayout(problem, method, {.maxStates = 3})->cost.total();
                QVERIFY(choice ? choice->cost.total() <= other : other == kImpossible);
            }
        }
        QVERIFY2(refused > 30, qPrintable(QString::number(refused)));
    }

    void settlingCountsWhatTheNeighboursAnswersCost()
    {
        LayoutProblem problem;
        problem.addNode("first", {0, 1});
        problem.addNode("second", {0, 20});
        problem.addNode("third", {0, 0});
        problem.addNode("fourth", {0, 0});
        problem.addEdge(0, 1, [](size_t i, size_t j) { return i == 0 && j == 0 ? 9 : 0; });
        for (auto [from, to] : {std::pair<size_t, size_t>{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}) {
            problem.addEdge(from, to, [](size_t, size_t) { return 0; });
        }
        const auto choice = chooseLayout(problem, LayoutMethod::Pbqp, {.maxStates = 1});
        QVERIFY(!choice->isProven);
        QCOMPARE(choice->candidates, (std::vector<size_t>{1, 0, 0, 0}));
    }

    void nothingIsChosenOfNothing()
    {
        const auto choice = solveLayout({});
        QVERIFY(choice && choice->isProven && choice->candidates.empty());
        QCOMPARE(choice->cost.total(), 0.0);
    }

    void partsThatAreNotJoinedAreChosenEachForItself()
    {
        LayoutProblem problem;
        problem.addNode("alone", {2, 1, kImpossible});
        problem.addNode("a", {1, 5});
        problem.addNode("b", {5, 1});
        problem.addEdge(2, 1, [](size_t i, size_t j) { return i == 1 && j == 0 ? kImpossible : 0; });
        const auto choice = solveLayout(problem);
        QVERIFY(choice && choice->isProven);
        QCOMPARE(choice->candidates, (std::vector<size_t>{1, 0, 0}));
    }

    void whatIsNoProblemIsRefused_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("mistake");
        QTest::newRow("nothing to choose") << "the node 'b' has no candidates" << 0;
        QTest::newRow("no number") << "candidate 1 of the node 'a' has an invalid cost of nan seconds" << 1;
        QTest::newRow("negative") << "candidate 0 of the node 'b' has an invalid cost of -1 seconds" << 2;
        QTest::newRow("an edge's cost") << "the edge from 'a' to 'b' has an invalid cost of nan seconds" << 3;
        QTest::newRow("an edge's size") << "the edge from 'a' to 'b' has 3 costs for 2 times 2 candidates" << 4;
        QTest::newRow("an edge's end") << "an edge connects the nodes 0 and 2 of 2" << 5;
        QTest::newRow("an edge to itself") << "an edge connects the nodes 1 and 1 of 2" << 6;
    }
    void whatIsNoProblemIsRefused()
    {
        QFETCH(QString, sentence);
        QFETCH(int, mistake);
        LayoutProblem problem;
        problem.addNode("a", {1, mistake == 1 ? std::nan("") : 2});
        problem.addNode("b", {mistake == 2 ? -1.0 : 1, 2});
        problem.addEdge(0, 1, [&](size_t, size_t) { return mistake == 3 ? std::nan("") : 0; });
        LayoutEdge& edge = problem.edges[0];
        switch (mistake) {
        case 0: problem.nodes[1].seconds.clear(); break;
        case 4: edge.seconds.pop_back(); break;
        case 5: edge.to = 2; break;
        case 6: edge.from = 1; break;
        default: break;
        }
        for (const auto& choice : {solveLayout(problem), chooseLayout(problem, LayoutMethod::PerLayer)}) {
            QVERIFY(!choice);
            QCOMPARE(QString::fromStdString(choice.error().message), sentence);
        }
    }

    void whatIsPossibleNowhereIsSaid()
    {
        LayoutProblem problem;
        problem.addNode("a", {1, 2});
        problem.addNode("b", {1});
        problem.addEdge(0, 1, [](size_t, size_t) { return kImpossible; });
        const auto choice = solveLayout(problem);
        QVERIFY(!choice);
        QCOMPARE(QString::fromStdString(choice.error().message), "no choice for the 2 nodes is valid on every edge");
    }
};

QTEST_APPLESS_MAIN(TestLayout)
#include "tst_layout.moc"
