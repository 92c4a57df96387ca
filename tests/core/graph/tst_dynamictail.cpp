// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes whose shapes depend on data are split from the graph and computed after it. What tst_onnxnodes checks against ONNX
// Runtime is right; here is how models are split, and what is refused.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/operator.h"
#include "core/graph/rowwise.h"

#include <QTest>

#include <cmath>
#include <ctime>
#include <iterator>

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

    using SectionResult = Result<std::optional<std::vector<Tensor>>>;

    /// Computes sections as kernels do: by their graphs.
    static SectionRunner byGraphs(const DynamicTail& tail)
    {
        return [&tail](size_t section, const std::vector<SharedTensor>& given) -> SectionResult {
            const Graph graph = TRY(withLeadingExtent(tail.sections[section].graph, given.at(0)->shape()[0]));
            std::vector<Tensor> inputs;
            std::ranges::transform(given, std::back_inserter(inputs), [](const SharedTensor& input) { return *input; });
            return TRY(interpret(graph, inputs));
        };
    }

    /// A model in protobuf's encoding whose tail has a product of some items, `count` times.
    static std::string manyProducts(int count)
    {
        const auto field = [](char tag, const std::string& content) {
            std::string length;
            size_t rest = content.size();
            for (; rest >= 128; rest /= 128) {
                length += static_cast<char>(rest % 128 + 128);
            }
            return tag + length + static_cast<char>(rest) + content;
        };
        const auto node = [&](const char* op, const std::vector<std::string>& inputs, const std::string& output) {
            std::string text;
            std::ranges::for_each(inputs, [&](const std::string& input) { text += field('\x0a', input); });
            return field('\x0a', text + field('\x12', output) + field('\x22', op));
        };
        const auto value = [&](const char* name, const std::string& extents) {
            std::string shape;
            std::ranges::for_each(extents, [&](char extent) { shape += field('\x0a', std::string("\x08") + extent); });
            return field('\x0a', name) + field('\x12', field('\x0a', "\x08\x01" + field('\x12', shape)));
        };
        std::string graph = field('\x12', "many") + node("NonZero", {"x"}, "found");
        for (int i = 0; i < count; ++i) {
            const std::string number = std::to_string(i);
            graph += node("Gather", {"x", "found"}, "items" + number) + node("MatMul", {"items" + number, "w"}, "y" + number);
            graph += field('\x62', field('\x0a', "y" + number));
        }
        graph += field('\x2a', "\x08\x04\x08\x02\x10\x01" + field('\x42', "w") + field('\x4a', std::string(32, '\0')))
               + field('\x5a', value("x", "\x03\x04"));
        return "\x08\x08" + field('\x3a', graph) + field('\x42', "\x10\x0d");
    }

    /// Outputs of a model's graph for the inputs of its fixture.
    static std::vector<SharedTensor> readByTail(const ImportedGraph& model, const std::string& name)
    {
        std::vector<Tensor> inputs;
        for (size_t i = 0; i < model.graph.inputs.size(); ++i) {
            inputs.push_back(readOnnxTensor(fixture(fmt::format("{}/input_{}.pb", name, i))).value());
        }
        auto computed = interpret(model.graph, inputs).value();
        std::vector<SharedTensor> outputs;
        for (Tensor& tensor : computed) {
            outputs.push_back(std::make_shared<const Tensor>(std::move(tensor)));
        }
        return outputs;
    }

    /// Inputs of a section's items, different for each.
    static std::vector<Tensor> itemsFor(const Graph& graph)
    {
        std::vector<Tensor> inputs;
        for (const ValueId input : graph.inputs) {
            Tensor& tensor = inputs.emplace_back(*graph.value(input).type);
            for (size_t i = 0; i < tensor.as<float>().size(); ++i) {
                tensor.as<float>()[i] = std::sin(static_cast<float>(i));
            }
        }
        return inputs;
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
        add("region-huge", "node 'region' (RoiAlign): a tensor of shape [3, 1, 1099511627779, 8198550966961351344] is too large; "
                           "the limit is 1073741824 elements");
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

    void layersOfItemsAreSections()
    {
        const auto model = importOnnx(fixture("heads/model.onnx")).value();
        QCOMPARE(model.tail->sections.size(), size_t{2});
        const auto layersOf = [](const TailSection& section) {
            std::vector<std::string> names;
            for (const size_t layer : section.layers) {
                names.push_back(nameOf(section.graph, section.graph.nodes[layer]));
            }
            return names;
        };
        const TailSection& dense = model.tail->sections[0];
        QCOMPARE(layersOf(dense), (std::vector<std::string>{"d1", "d2", "logits", "deltas"}));
        QCOMPARE(dense.inputs, std::vector<std::string>{"p1merged"});
        QCOMPARE(dense.outputs, (std::vector<std::string>{"e1", "classes", "deltas"})); // "e1" is an output of the model, too
        QVERIFY(!dense.hasImages);
        const TailSection& images = model.tail->sections[1];
        QCOMPARE(layersOf(images), (std::vector<std::string>{"i1", "i2", "i3", "i4"}));
        QCOMPARE(images.outputs, std::vector<std::string>{"masks"});
        QVERIFY(images.hasImages);
        QVERIFY(importOnnx(fixture("yolo_nms/model.onnx"))->tail->sections.empty());
        // A region whose number of elements overflows has no expected type.
        QCOMPARE(late("region-huge")->tail->sections.front().inputs, std::vector<std::string>{"flat"});
    }

    void aSectionComputesItemsAlone()
    {
        const auto model = importOnnx(fixture("heads/model.onnx")).value();
        for (const TailSection& section : model.tail->sections) {
            const Graph three = withLeadingExtent(section.graph, 3).value();
            const Graph one = withLeadingExtent(section.graph, 1).value();
            const auto inputs = itemsFor(three);
            const auto together = interpret(three, inputs).value();
            for (size_t item = 0; item < 3; ++item) {
                Tensor alone(*one.value(one.inputs[0]).type);
                const auto bytes = alone.bytes();
                std::ranges::copy(inputs[0].bytes().subspan(item * bytes.size(), bytes.size()), bytes.begin());
                const auto outputs = interpret(one, {alone}).value();
                for (size_t i = 0; i < outputs.size(); ++i) {
                    const auto expected = together[i].as<float>().subspan(item * outputs[i].as<float>().size());
                    QVERIFY(std::ranges::equal(outputs[i].as<float>(), expected.first(outputs[i].as<float>().size())));
                }
            }
        }
    }

    void whatMixesItemsIsNoSection()
    {
        Graph graph;
        const ValueId x = graph.add({"x", TensorType{ir::float32, {5, 5}}, nullptr});
        const ValueId all = graph.addConstant("all", Tensor(TensorType{ir::float32, {5, 5}}));
        const ValueId row = graph.addConstant("row", Tensor(TensorType{ir::float32, {5}}));
        const ValueId y = graph.add({"y", TensorType{ir::float32, {5, 5}}, nullptr});
        const auto isAlone = [&](const char* op, Attributes attributes, std::vector<ValueId> inputs) {
            return computesItemsAlone(graph, {op, op, std::move(attributes), std::move(inputs), {y}, {}},
                                      [&](ValueId id) { return id == x; });
        };
        QVERIFY(isAlone("Add", {}, {x, row}) && !isAlone("Add", {}, {x, all}));
        QVERIFY(isAlone("MatMul", {}, {x, all}) && !isAlone("MatMul", {}, {all, x}) && !isAlone("MatMul", {}, {x, x}));
        QVERIFY(isAlone("Gemm", {}, {x, all, row}) && !isAlone("Gemm", {}, {x, all, all}));
        QVERIFY(!isAlone("Gemm", {{"transA", int64_t{1}}}, {x, all, row}));
        QVERIFY(isAlone("Softmax", {}, {x}) && !isAlone("Softmax", {{"axis", int64_t{0}}}, {x}));
        QVERIFY(isAlone("Softmax", {{"axis", int64_t{-1}}}, {x}) && !isAlone("Softmax", {{"axis", int64_t{-2}}}, {x}));
        QVERIFY(!isAlone("Transpose", {{"perm", std::vector<int64_t>{1, 0}}}, {x}) && !isAlone("CumSum", {}, {x, row}));
        const ValueId second = graph.addConstant("second", Tensor::of<int64_t>({1}, {1}));
        const ValueId first = graph.addConstant("first", Tensor::of<int64_t>({1}, {-2}));
        QVERIFY(isAlone("ReduceMax", {}, {x, second}) && !isAlone("ReduceMax", {}, {x, first}) && !isAlone("ReduceMax", {}, {x}));
    }

    /// The runner is called where the inputs have the expected types, and definitions compute what it leaves.
    void aRunnerComputesSections()
    {
        for (const auto& [name, items] : {std::pair("heads", 84), std::pair("heads_one", 1), std::pair("heads_none", 0)}) {
            const auto model = importOnnx(fixture(std::string(name) + "/model.onnx")).value();
            const auto read = readByTail(model, name);
            const auto expected = runTail(*model.tail, read).value();
            std::vector<int64_t> calls;
            const SectionRunner runner =
                [&, &sections = model.tail->sections](size_t section, const std::vector<SharedTensor>& given) -> SectionResult {
                calls.push_back(given.at(0)->shape()[0]);
                if (calls.back() == 0 || section == 1) {
                    return std::optional<std::vector<Tensor>>();
                }
                const Graph graph = TRY(withLeadingExtent(sections[section].graph, calls.back()));
                return TRY(interpret(graph, {*given[0]}));
            };
            const auto outputs = runTail(*model.tail, read, {.sections = runner}).value();
            QCOMPARE(calls, (std::vector<int64_t>{items, items}));
            for (size_t i = 0; i < outputs.size(); ++i) {
                QVERIFY(compareTensors(*outputs[i], *expected[i], 1e-6, 1e-6)->isWithin);
            }
        }
    }

    /// New shapes are computed from the numbers of other items, and from shapes that are not as expected.
    void otherNumbersAreNotTheItems()
    {
        const auto model = importOnnx(fixture("counted_rows/model.onnx")).value();
        const auto read = readByTail(model, "counted_rows");
        const auto outputs = runTail(*model.tail, read, {.sections = byGraphs(*model.tail)});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        for (size_t i = 0; i < outputs->size(); ++i) {
            const Tensor expected = readOnnxTensor(fixture(fmt::format("counted_rows/output_{}.pb", i))).value();
            QCOMPARE(QString::fromStdString(shapeText((*outputs)[i]->shape())),
                     QString::fromStdString(shapeText(expected.shape())));
            QVERIFY(compareTensors(*(*outputs)[i], expected, 1e-5, 1e-5)->isWithin);
        }
        const auto sequences = std::ranges::find(model.tail->sections, std::vector<std::string>{"items"}, &TailSection::inputs);
        QVERIFY(sequences != model.tail->sections.end());
        QCOMPARE(sequences->outputs, std::vector<std::string>{"logits"}); // the new shape is of its own items
    }

    void manySectionsAreFoundInLinearTime()
    {
        const auto secondsFor = [](int count) {
            const std::string bytes = manyProducts(count);
            const std::clock_t before = std::clock();
            const auto model = importOnnxBytes(bytes, "");
            const std::clock_t after = std::clock();
            const size_t found = model && model->tail ? model->tail->sections.size() : 0;
            return found == static_cast<size_t>(count) ? static_cast<double>(after - before) / CLOCKS_PER_SEC : HUGE_VAL;
        };
        const double few = secondsFor(5'000);
        const double many = secondsFor(20'000);
        QVERIFY2(many < 8 * few, fmt::format("{} s, of four times as many {} s", few, many).c_str());
    }

    void aSectionOfAnotherShapeIsComputedByDefinition()
    {
        const auto model = importOnnx(fixture("heads/model.onnx")).value();
        DynamicTail tail = *model.tail;
        for (TailSection& section : tail.sections) {
            section.graph.value(section.graph.inputs[0]).type->shape[1] += 1;
        }
        int calls = 0;
        const SectionRunner runner = [&](size_t, const auto&) -> SectionResult {
            ++calls;
            return std::optional<std::vector<Tensor>>();
        };
        QVERIFY(runTail(tail, readByTail(model, "heads"), {.sections = runner}).has_value());
        QCOMPARE(calls, 0);
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
