// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes whose shapes depend on data are split from the graph and computed after it. What tst_onnxnodes checks against ONNX
// Runtime is right; here is how models are split, and what is refused.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/operator.h"

#include <QTest>

#include <cmath>

using namespace knobscope;

class TestDynamicTail : public QObject
{
    Q_OBJECT
private:
    static std::string fixture(const std::string& name) { return KNOBSCOPE_FIXTURES "/onnx/dynamic/" + name; }

    static Result<ImportedGraph> late(const std::string& name) { return importOnnx(fixture("late/" + name + ".onnx")); }

    /// Computes a model of dynamic/late on [[1, 0, 2], [0, 3, 0]].
    static Result<std::vector<SharedTensor>> compute(const ImportedGraph& model, int64_t mostElements = kMostInTail)
    {
        auto computed = TRY(interpret(model.graph, {Tensor::of<float>({2, 3}, {1, 0, 2, 0, 3, 0})}));
        std::vector<SharedTensor> outputs;
        for (Tensor& tensor : computed) {
            outputs.push_back(std::make_shared<const Tensor>(std::move(tensor)));
        }
        return runTail(*model.tail, outputs, {.mostElements = mostElements});
    }

private slots:
    void aModelIsSplitWhereShapesDependOnData()
    {
        const auto model = importOnnx(fixture("yolo_nms/model.onnx"));
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        QVERIFY(model->unsupported.empty());
        QVERIFY(model->tail);
        const DynamicTail& tail = *model->tail;
        QCOMPARE(tail.cause, std::string("kept"));
        QCOMPARE(tail.causeOperator, std::string("NonMaxSuppression"));
        QCOMPARE(tail.nodes, 11);
        QCOMPARE(tail.operators.at("Gather"), 4);
        QCOMPARE(tail.summary, std::string("NonMaxSuppression + Gather + Squeeze + GatherND + Unsqueeze + Cast"));
        QVERIFY(std::ranges::none_of(model->graph.nodes, [](const Node& node) { return node.op == "NonMaxSuppression"; }));
        QVERIFY(std::ranges::any_of(model->graph.nodes, [](const Node& node) { return node.op == "Conv"; }));
        QVERIFY(checkGraph(model->graph).has_value());
        // "boxes" is an output of the model and read by the tail; "scores" and the boxes without their batch are only read.
        QCOMPARE(tail.outputs.size(), size_t{3});
        QVERIFY(tail.outputs[0].isOfTail && !tail.outputs[1].isOfTail && tail.outputs[2].isOfTail);
        QCOMPARE(tail.outputs[1].index, size_t{0});
        QCOMPARE(model->graph.outputs.size(), size_t{3});
        QCOMPARE(model->graph.value(model->graph.outputs[0]).name, std::string("boxes"));
    }

    void everyOutputKeepsItsPlace()
    {
        const auto model = late("outputs-first").value();
        const auto outputs = compute(model);
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        QCOMPARE(outputs->size(), size_t{5});
        const std::vector<std::vector<double>> expected{
            {0, 0, 1, 0, 2, 1}, {-1, 0, -2, 0, -3, 0}, {1, 0, 2, 0, 3, 0}, {7}, {0, 0, 1, 0, 2, 1}};
        for (size_t i = 0; i < expected.size(); ++i) {
            auto reals = (*outputs)[i]->reals();
            std::ranges::transform(reals, reals.begin(), [](double real) { return real + 0; }); // no -0
            QCOMPARE(reals, expected[i]);
        }
    }

    /// Exporters declare the shapes of their example.
    void declaredShapesAreNotBelieved()
    {
        const auto model = late("declared").value();
        QVERIFY(model.tail);
        const auto outputs = compute(model).value();
        QCOMPARE(outputs[0]->shape(), (Shape{2, 3}));
        QCOMPARE(outputs[0]->reals(), (std::vector<double>{0, 0, 2, 0, 6, 3}));
    }

    void nothingAndNaNAreNumbers()
    {
        const auto none = compute(late("max-of-none").value());
        QVERIFY2(none.has_value(), none ? "" : none.error().message.c_str());
        QCOMPARE((*none)[0]->reals(), (std::vector<double>{-INFINITY, -INFINITY}));
        // Scores log 1, log 0 and log 2; boxes with corners of -infinity.
        const auto boxes = compute(late("nan-boxes").value());
        QVERIFY2(boxes.has_value(), boxes ? "" : boxes.error().message.c_str());
        QCOMPARE((*boxes)[0]->reals(), (std::vector<double>{0, 0, 2, 0, 0, 0, 0, 0, 1}));
    }

    void nothingIsReducedToNeutralNumbers()
    {
        const Tensor none(TensorType{ir::float32, {2, 0}});
        const Tensor axes = Tensor::of<int64_t>({1}, {1});
        for (const auto& [op, number] :
             {std::pair("ReduceSum", 0.0), std::pair("ReduceProd", 1.0), std::pair("ReduceMax", -HUGE_VAL),
              std::pair("ReduceMin", HUGE_VAL), std::pair("ReduceMean", 0.0)}) {
            const Node node{op, "n", {{"keepdims", int64_t{0}}}, {0, 1}, {2}, {}};
            QCOMPARE(evaluateNode(node, {{&none, &axes}}).value()[0].reals(), (std::vector<double>{number, number}));
        }
        const Node mean{"ReduceMean", "n", {}, {0, 1}, {2}, {}};
        KnownInputs unknown({&none, &axes});
        unknown.values[0] = nullptr;
        QCOMPARE(inferNode(mean, unknown).error().message, std::string("axis 1 has no elements to reduce"));
        const Tensor images(TensorType{ir::float32, {0, 2, 4, 4}});
        const Tensor scales = Tensor::of<float>({4}, {1, 1, 2, 2});
        const Node resize{"Resize", "n", {{"mode", std::string("cubic")}}, {0, kNoValue, 1}, {2}, {}};
        QCOMPARE(evaluateNode(resize, {{&images, nullptr, &scales}}).value()[0].shape(), (Shape{0, 2, 8, 8}));
    }

    void computedBoxesDependOnData()
    {
        const Tensor boxes(TensorType{ir::float32, {1, 9, 4}}), scores(TensorType{ir::float32, {1, 1, 9}});
        KnownInputs inputs({&boxes, &scores});
        const Node node{"NonMaxSuppression", "n", {}, {0, 1}, {2}, {}};
        QVERIFY(inferNode(node, inputs).has_value());
        inputs.values = {nullptr, nullptr};
        const auto refused = inferNode(node, inputs);
        QVERIFY(!refused && refused.error().code == ErrorCode::DependsOnData);
    }

    void whatCannotBeComputedIsSaid_data()
    {
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char* name, const char* sentence) { QTest::newRow(name) << QString(sentence); };
        add("loop-million", "node 'y' (Loop): it would be unrolled into more than 20000 nodes");
        add("expand-huge", "node 'y' (Expand): the nodes whose shapes depend on data would compute more than 268435456 elements");
        add("topk-huge", "node 'y' (TopK): 600000000 elements are wanted of an axis of 3");
        add("reshape-negative", "node 'y' (Reshape): the new shape [-6] has an extent of -6");
        add("nms-shapes",
            "node 'kept' (NonMaxSuppression): boxes of shape [1, 3, 4] and scores of shape [1, 1, 2] do not belong together");
        add("nms-numbers", "node 'kept' (NonMaxSuppression): input 3 must be one number, but has shape [3]");
    }
    void whatCannotBeComputedIsSaid()
    {
        QFETCH(QString, sentence);
        const auto model = late(QTest::currentDataTag());
        QVERIFY2(model && model->tail, model ? "no tail" : model.error().message.c_str());
        const auto outputs = compute(*model);
        QVERIFY(!outputs);
        QCOMPARE(QString::fromStdString(outputs.error().message), sentence);
    }

    void aTailHasItsLimit()
    {
        const auto model = late("outputs-first").value();
        QVERIFY(compute(model, 12).has_value()); // NonZero and Cast
        const auto refused = compute(model, 11);
        QCOMPARE(refused.error().code, ErrorCode::LimitExceeded);
        QCOMPARE(refused.error().message,
                 std::string("node 'y' (Cast): the nodes whose shapes depend on data would compute more than 11 elements"));
    }

    void aTailWithAnUnknownOperatorIsNone()
    {
        for (const auto& [name, node, op] : {std::tuple("reader-unknown", "node 'found' (NonZero)", "node 'y' (Mystery)"),
                                             std::tuple("reader-unknown-inside", "node 'y' (Loop)", "node 'b' (Det)")}) {
            const auto model = late(name).value();
            QVERIFY(!model.tail);
            QVERIFY(!model.unsupported.empty());
            const UnsupportedNode& first = model.unsupported.front();
            QCOMPARE(nodeText(first.node, first.op).message, std::string(node));
            QCOMPARE(first.why.message,
                     fmt::format("its output's shape depends on data, and {}, which is computed from it, is not supported", op));
        }
    }

    void aTailIsDescribedWithoutNames()
    {
        const auto of = [](const std::string& name) {
            return importOnnx(fixture(name + "/model.onnx")).value().tail->description;
        };
        QCOMPARE(of("yolo_nms"), of("yolo_nothing")); // the same model
        QVERIFY(of("retinanet") != of("retinanet_nothing")); // lacks a node
        QVERIFY(of("faster_rcnn") == of("faster_rcnn_nothing")); // another number
    }
};

QTEST_APPLESS_MAIN(TestDynamicTail)
#include "tst_dynamictail.moc"
