// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/extract.h"
#include "core/network/graphworkloads.h"
#include "core/network/modelfile.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

using namespace knobscope;

class TestGraphWorkloads : public QObject
{
    Q_OBJECT
private:
    static std::vector<std::string> texts(const GraphWorkloads& found)
    {
        std::vector<std::string> all;
        for (const NetworkWorkload& workload : found.workloads) {
            all.push_back(std::to_string(workload.count) + " " + std::string(workload.op()) + " " + workload.text());
        }
        return all;
    }

    using Texts = std::vector<std::string>;

    /// A residual stage of ResNet-18 as torchvision has it, from 64 channels to 128.
    static Graph residualStage()
    {
        HandMade made;
        const auto conv = [&](const std::string& name, ValueId x, Shape weights, int64_t stride, int64_t pad) {
            return made.node("Conv", name, {x, made.constant(name + ".w", std::move(weights))},
                             {{"strides", std::vector<int64_t>{stride, stride}}, {"pads", std::vector<int64_t>(4, pad)}});
        };
        const ValueId x = made.input("x", {1, 64, 56, 56});
        const ValueId a = made.node("Relu", "r1", {conv("c1", x, {128, 64, 3, 3}, 2, 1)});
        const ValueId sum =
            made.node("Add", "a1", {conv("c2", a, {128, 128, 3, 3}, 1, 1), conv("short", x, {128, 64, 1, 1}, 2, 0)});
        const ValueId b = conv("c4", conv("c3", sum, {128, 128, 3, 3}, 1, 1), {128, 128, 3, 3}, 1, 1);
        const ValueId flat = made.node("Flatten", "flat", {made.node("GlobalAveragePool", "pool", {b})});
        made.output(made.node("Gemm", "fc", {flat, made.constant("fc.w", {1000, 128})}, {{"transB", int64_t{1}}}));
        return made.graph;
    }

private slots:
    void layersAreCounted()
    {
        const GraphWorkloads found = workloadsOf(residualStage());
        const Texts expected = {"1 conv2d 64x56x56 -> 128x28x28, 3x3, stride 2, pad 1",
                                "3 conv2d 128x28x28 -> 128x28x28, 3x3, stride 1, pad 1",
                                "1 conv2d 64x56x56 -> 128x28x28, 1x1, stride 2", "1 dense 128 -> 1000"};
        QCOMPARE(texts(found), expected);
        QVERIFY(found.skipped.empty());
    }

    void tasksAreThoseOfTheBundledNetwork()
    {
        Network network;
        network.name = "stage.onnx";
        network.isDefault = true;
        network.workloads = workloadsOf(residualStage()).workloads;
        const auto bundled = loadNetworks().value();
        for (const char* target : {"llvm -mcpu=skylake-avx512", "cuda -arch=sm_80"}) {
            const auto of = extractTasks(network, parseTarget(target).value()).value().tasks;
            const auto all =
                extractTasks(findNetwork(bundled, "resnet-18/v1b").value(), parseTarget(target).value()).value().tasks;
            int found = 0;
            for (const NetworkTask& task : of) {
                for (const NetworkTask& other : all) {
                    found += task.task == other.task && task.args == other.args && task.op == "conv2d" ? 1 : 0;
                }
            }
            const auto convolutions =
                std::count_if(of.begin(), of.end(), [](const NetworkTask& task) { return task.op == "conv2d"; });
            QCOMPARE(found, static_cast<int>(convolutions));
            QVERIFY(found >= 3);
        }
    }

    void depthwiseAndGroups()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 8, 9, 9});
        const auto grouped = [&](const char* name, Shape weights, int64_t groups) {
            made.output(
                made.node("Conv", name, {x, made.constant(std::string(name) + ".w", std::move(weights))}, {{"group", groups}}));
        };
        grouped("depthwise", {8, 1, 3, 3}, 8);
        grouped("grouped", {4, 4, 3, 3}, 2);
        made.output(
            made.node("Conv", "dilated", {x, made.constant("d.w", {4, 8, 3, 3})}, {{"dilations", std::vector<int64_t>{2, 2}}}));
        const Texts expected = {"1 depthwise_conv2d 8x9x9 -> 8x7x7, 3x3, stride 1",
                                "1 conv2d 8x9x9 -> 4x7x7, 3x3, stride 1, 2 groups",
                                "1 conv2d 8x9x9 -> 4x5x5, 3x3, stride 1, dilation 2"};
        QCOMPARE(texts(workloadsOf(made.graph)), expected);
    }

    void productsOfMatrices()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 7, 16});
        const ValueId other = made.input("other", {2, 16, 5});
        const ValueId matrix = made.input("matrix", {7, 16});
        made.output(made.node("MatMul", "projection", {x, made.constant("p.w", {16, 4})}));
        made.output(made.node("MatMul", "attention", {x, other}));
        made.output(made.node("Gemm", "plain", {matrix, made.constant("g.w", {16, 3})}));
        made.output(made.node("Gemm", "turned", {matrix, made.constant("t.w", {7, 3})}, {{"transA", int64_t{1}}}));
        const GraphWorkloads found = workloadsOf(made.graph);
        QCOMPARE(texts(found), (Texts{"1 dense batch 14: 16 -> 4", "1 batch_matmul batch 2: 7x16 by 16x5",
                                      "1 dense batch 7: 16 -> 3", "1 batch_matmul 16x7 by 7x3, first transposed"}));
        QVERIFY(found.skipped.empty());
    }

    void productsOfComputedMatrices()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 1, 3, 7, 16});
        const ValueId flat = made.input("flat", {16, 5});
        made.output(made.node("MatMul", "batches", {x, made.input("y", {2, 1, 3, 16, 5})}));
        made.output(made.node("MatMul", "fewer axes", {made.input("z", {1, 6, 7, 16}), made.input("w", {6, 16, 5})}));
        made.output(made.node("MatMul", "one matrix", {x, flat}));
        made.output(made.node("MatMul", "constant batches", {x, made.constant("c", {2, 1, 3, 16, 4})}));
        made.output(made.node("MatMul", "repeated first", {made.input("one", {7, 16}), made.input("many", {6, 16, 5})}));
        made.output(made.node("MatMul", "repeated second", {x, made.input("three", {3, 16, 5})}));
        made.output(made.node("MatMul", "crosswise", {made.input("u", {2, 1, 7, 16}), made.input("v", {1, 2, 16, 5})}));
        made.output(made.node("MatMul", "vector", {x, made.input("line", {16})}));
        const GraphWorkloads found = workloadsOf(made.graph);
        QCOMPARE(texts(found), (Texts{"2 batch_matmul batch 6: 7x16 by 16x5", "1 batch_matmul 42x16 by 16x5",
                                      "1 batch_matmul batch 6: 7x16 by 16x4"}));
        const std::string repeats = " (MatMul): a batched product that repeats matrices has no template";
        QCOMPARE(found.skipped,
                 (Texts{"node 'repeated first'" + repeats, "node 'repeated second'" + repeats, "node 'crosswise'" + repeats,
                        "node 'vector' (MatMul): a product with a computed vector has no template"}));
    }

    /// Where dense layers stand in the list does not depend on batched products.
    void batchedProductsAreTheLastTasks()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 7, 16});
        made.output(made.node("MatMul", "attention", {x, made.input("y", {2, 16, 5})}));
        made.output(made.node("MatMul", "projection", {x, made.constant("p.w", {16, 4})}));
        Network network;
        network.name = "products.onnx";
        network.isDefault = true;
        network.workloads = workloadsOf(made.graph).workloads;
        const auto tasks = extractTasks(network, parseTarget("llvm").value(), TaskChoice::WithExtra).value().tasks;
        Texts names;
        for (const NetworkTask& task : tasks) {
            names.push_back(task.id + " " + task.task);
            QVERIFY(makeTask(task.task, task.args, parseTarget("llvm").value()).has_value());
        }
        QCOMPARE(names, (Texts{"products.onnx:1 dense_nopack.x86", "products.onnx:2 dense_pack.x86",
                               "products.onnx:1/dense_tiles.x86 dense_tiles.x86", "products.onnx:3 batch_matmul.x86",
                               "products.onnx:3/batch_matmul_tiles.x86 batch_matmul_tiles.x86"}));
        QCOMPARE(tasks.back().args.dump(),
                 std::string(R"([["TENSOR",[2,7,16],"float32"],["TENSOR",[2,16,5],"float32"],[2,7,5],"float32",false,false])"));
    }

    /// A program cannot run convolutions with them tuned: kernels of templates read weights that were packed beforehand.
    void computedWeightsOfConvolutionsAreNoTask()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 16, 14, 14});
        const ValueId row = made.input("row", {1, 16});
        const ValueId mean = made.node("ReduceMean", "mean", {x}, {{"keepdims", int64_t{1}}});
        const auto computed = [&](const char* name, Shape shape) {
            return made.node("Mul", name, {made.constant(std::string(name) + ".c", std::move(shape)), mean});
        };
        const Attributes padded{{"pads", std::vector<int64_t>{1, 1, 1, 1}}};
        made.output(made.node("Conv", "plain", {x, made.constant("w", {16, 16, 3, 3})}, padded));
        made.output(made.node("Conv", "dynamic", {x, computed("w2", {16, 16, 3, 3})}, padded));
        const ValueId flat = made.node("Reshape", "flat", {computed("m", {1, 1, 8, 16}), made.integers("s", {8, 16})});
        made.output(made.node("Gemm", "gemm", {row, flat}, {{"transB", int64_t{1}}}));
        const GraphWorkloads found = workloadsOf(made.graph);
        QCOMPARE(texts(found), (Texts{"1 conv2d 16x14x14 -> 16x14x14, 3x3, stride 1, pad 1",
                                      "1 batch_matmul 1x16 by 16x8, second transposed"}));
        const Texts skipped = {"node 'dynamic' (Conv): its weights 'w2' are computed, but templates need constant ones"};
        QCOMPARE(found.skipped, skipped);
        for (const Node& node : made.graph.nodes) {
            QCOMPARE(workloadOf(made.graph, node).has_value(), node.name == "plain" || node.name == "gemm");
        }
    }

    void whatHasNoTemplateIsNamed()
    {
        HandMade made;
        const ValueId image = made.input("image", {1, 4, 8, 8});
        const ValueId line = made.input("line", {1, 4, 8});
        const ValueId exact = made.input("exact", {1, 4, 8, 8}, ir::float64);
        const ValueId weights = made.input("weights", {4, 4, 3, 3}, ir::float64);
        made.output(
            made.node("Conv", "uneven", {image, made.constant("u.w", {4, 4, 2, 2})}, {{"auto_pad", std::string("SAME_UPPER")}}));
        made.output(made.node("Conv", "line conv", {line, made.constant("l.w", {4, 4, 3})}));
        made.output(made.node("Conv", "solid", {made.input("cube", {1, 4, 8, 8, 8}), made.constant("s.w", {4, 4, 3, 3, 3})}));
        made.output(made.node("ConvTranspose", "up", {image, made.constant("c.w", {4, 4, 2, 2})}));
        made.output(made.node("Conv", "double", {exact, weights}));
        const GraphWorkloads found = workloadsOf(made.graph);
        QCOMPARE(texts(found), (Texts{"1 conv2d 4x8x8 -> 4x8x8, 2x2, stride 1, pad 0 before and 1 after",
                                      "1 conv2d 4x1x8 -> 4x1x6, 1x3, stride 1"}));
        const Texts skipped = {"node 'solid' (Conv): a convolution over 3 axes has no template",
                               "node 'up' (ConvTranspose): a transposed convolution has no template",
                               "node 'double' (Conv): float64 has no template"};
        QCOMPARE(found.skipped, skipped);
    }

    void namesOfFiles()
    {
        QVERIFY(isModelFileName("model.onnx"));
        QVERIFY(isModelFileName("a/b.onnx:3"));
        QVERIFY(isModelFileName("a/b.onnx:3/conv2d_nchw_implicit_gemm.cuda"));
        QVERIFY(!isModelFileName("resnet-18:3"));
        QVERIFY(!isModelFileName("onnx"));
        QVERIFY(!isModelFileName(""));
        QCOMPARE(networkFor("resnet-18:2")->id(), std::string("resnet-18"));
    }

    void aFileIsANetwork()
    {
        if (onnxVersion().empty()) {
            QSKIP("this build has no ONNX");
        }
        const std::string path = KNOBSCOPE_FIXTURES "/onnx/partly/model.onnx";
        const auto model = readModelNetwork(path);
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        QCOMPARE(model->network.id(), path);
        QCOMPARE(model->network.workloads.size(), size_t{2}); // before and behind what is not supported
        QCOMPARE(model->imported.unsupported.size(), size_t{3});
        const std::vector networks{networkFor(path + ":2").value()};
        const auto task = findTask(networks, path + ":2", parseTarget("cuda").value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        QCOMPARE(task->id, path + ":2");
        QVERIFY(!findTask(networks, path + ":99", parseTarget("cuda").value()));
    }
};

QTEST_APPLESS_MAIN(TestGraphWorkloads)
#include "tst_graphworkloads.moc"
