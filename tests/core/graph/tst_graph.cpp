// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/uniquenames.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <functional>
#include <set>

using namespace knobscope;

class TestGraph : public QObject
{
    Q_OBJECT
private:
    static Graph small()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 2, 4, 4});
        const ValueId w = made.constant("w", {3, 2, 3, 3});
        const ValueId c = made.node("Conv", "conv", {x, w});
        made.output(made.node("Relu", "relu", {c}));
        return made.graph;
    }

private slots:
    void aGraphIsChecked_data()
    {
        QTest::addColumn<std::function<void(Graph&)>>("change");
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char* name, std::function<void(Graph&)> change, const char* sentence) {
            QTest::newRow(name) << std::move(change) << QString(sentence);
        };
        add("right", [](Graph&) {}, "");
        add(
            "backwards", [](Graph& g) { std::swap(g.nodes[0], g.nodes[1]); },
            "node 'relu' (Relu) reads 'conv' before it is computed");
        add(
            "made twice", [](Graph& g) { g.nodes[1].outputs[0] = g.nodes[0].outputs[0]; },
            "node 'relu' (Relu) computes 'conv', which already has a value");
        add(
            "made of a constant", [](Graph& g) { g.nodes[1].outputs[0] = 1; },
            "node 'relu' (Relu) computes 'w', which already has a value");
        add("one name", [](Graph& g) { g.values[3].name = "w"; }, "two tensors are named 'w'");
        add(
            "cycle", [](Graph& g) { g.nodes[0].inputs[0] = g.nodes[1].outputs[0]; },
            "node 'conv' (Conv) reads 'relu' before it is computed");
        add("no value", [](Graph& g) { g.nodes[0].inputs[0] = 99; }, "node 'conv' (Conv) reads no tensor before it is computed");
        add(
            "wrong shape", [](Graph& g) { g.values[3].type->shape = {1, 3, 5, 2}; },
            "node 'relu' (Relu): the output 'relu' is declared as float32[1, 3, 5, 2], but is float32[1, 3, 2, 2]");
        add(
            "wrong weights", [](Graph& g) { g.values[1].type->shape = {3, 2, 3, 4}; },
            "the constant 'w' is float32[3, 2, 3, 3], but should be float32[3, 2, 3, 4]");
        add(
            "unknown operator", [](Graph& g) { g.nodes[1].op = "Rel"; },
            "node 'relu' (Rel): the operator 'Rel' is not supported");
        add(
            "unknown attribute", [](Graph& g) { g.nodes[1].attributes["slope"] = 0.1; },
            "node 'relu' (Relu): attribute 'slope' is unknown");
        add("no output", [](Graph& g) { g.nodes.pop_back(); }, "no node computes the graph's output 'relu'");
        add("no input", [](Graph& g) { g.nodes[0].inputs[1] = kNoValue; }, "node 'conv' (Conv): it has 1 inputs, not 2 to 3");
        add("too many inputs", [](Graph& g) { g.nodes[1].inputs.push_back(0); }, "node 'relu' (Relu): it has 2 inputs, not 1");
    }

    void aGraphIsChecked()
    {
        QFETCH(std::function<void(Graph&)>, change);
        QFETCH(QString, sentence);
        Graph graph = small();
        change(graph);
        const auto checked = checkGraph(graph);
        QCOMPARE(checked ? QString() : QString::fromStdString(checked.error().message), sentence);
    }

    void whatIsSaidOfNodesCanBeTranslated()
    {
        Graph graph = small();
        std::swap(graph.nodes[0], graph.nodes[1]);
        QCOMPARE(checkGraph(graph).error().arguments.at(0).pattern, std::string("node {} ({})"));
        const TensorType image{ir::float32, {2, 3}};
        KnownInputs known({nullptr});
        known.types = {&image};
        const Node turned{"Transpose", "turned", {{"perm", std::vector<int64_t>{0, 7}}}, {0}, {1}, {}};
        QCOMPARE(inferNode(turned, known).error().arguments.at(0).pattern, std::string("attribute '{}'"));
        const Node scaled{"Elu", "scaled", {{"alpha", std::string("much")}}, {0}, {1}, {}};
        QCOMPARE(inferNode(scaled, known).error().arguments.at(1).pattern, std::string("a number"));
    }

    void shapesHaveLimits()
    {
        QVERIFY(checkShape({1, 3, 224, 224}));
        QVERIFY(checkShape({}));
        QVERIFY(checkShape({0, 5}));
        QVERIFY(checkShape({kMostElements}));
        QVERIFY(!checkShape({kMostElements, 2}));
        QVERIFY(!checkShape({int64_t{1} << 62, int64_t{1} << 62}));
        QVERIFY(!checkShape({int64_t{1} << 62, 0}));
        QVERIFY(!checkShape({3, -1}));
        QVERIFY(!checkShape(Shape(kMostAxes + 1, 1)));
    }

    void namesAreShownHarmlessly()
    {
        QCOMPARE(quotedName("conv"), std::string("'conv'"));
        QCOMPARE(quotedName("a'b\\c\nd\x1b[0m"), std::string("'a\\'b\\\\c\\nd\\x1b[0m'"));
        QCOMPARE(quotedName("a\u202Eb\u2066\u0085\xff\u00FC"), std::string("'a\\u202eb\\u2066\\u0085\\xff\u00FC'"));
        QCOMPARE(quotedName(std::string(1000, 'x')), "'" + std::string(80, 'x') + "…'");
        QCOMPARE(quotedName(std::string(79, 'x') + "é"), "'" + std::string(79, 'x') + "…'"); // no half of a character
    }

    void reservedNamesAreUnique()
    {
        Graph graph = small();
        graph.add({"w (2)", std::nullopt, nullptr});
        UniqueNames names(graph);
        QCOMPARE(names.reserve("new"), std::string("new"));
        QCOMPARE(names.reserve("w"), std::string("w (3)"));
        QCOMPARE(names.reserve("w"), std::string("w (4)"));
        QCOMPARE(names.reserve("new"), std::string("new (2)"));
    }

    void everyOperatorIsThereOnce()
    {
        std::set<std::string_view> names;
        for (const Operator& op : operators()) {
            QVERIFY2(names.insert(op.name).second, std::string(op.name).c_str());
            QVERIFY(op.infer && op.evaluate && op.leastInputs <= op.mostInputs);
            QCOMPARE(findOperator(op.name), &op);
        }
        // What people's networks are made of.
        const QByteArray usual(
            "Conv ConvTranspose Gemm MatMul BatchNormalization LayerNormalization Softmax Relu LeakyRelu PRelu "
            "Clip Sigmoid HardSigmoid HardSwish Tanh Elu Gelu Erf Exp Sqrt Pow Add Sub Mul Div Min Max ReduceMean "
            "ReduceSum ReduceMax MaxPool AveragePool GlobalAveragePool GlobalMaxPool LRN Concat Split Slice Pad "
            "Reshape Flatten Squeeze Unsqueeze Transpose Expand Gather Resize Cast Shape ConstantOfShape Identity "
            "Dropout Where Equal");
        for (const QByteArray& name : usual.split(' ')) {
            QVERIFY2(names.contains(name.toStdString()), name.constData());
        }
        QVERIFY(!findOperator("Nothing"));
        QVERIFY(!findOperator(""));
    }
};

QTEST_APPLESS_MAIN(TestGraph)
#include "tst_graph.moc"
