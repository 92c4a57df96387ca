// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the configs that are known a choice of layouts is made from.
#include "core/ir/dot.h"
#include "core/network/extract.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/target/host.h"
#include "core/template/untuned.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/attentiongraph.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace knobscope;

namespace {

/// Of AutoTVM's template all configs, quicker than the untuned config of another template, which is known, too.
std::vector<KnownConfig> manyQuickOnes(const Task& task)
{
    std::vector<KnownConfig> known;
    if (task.name == "conv2d_NCHWc.x86") {
        for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
            if (auto entity = task.space.at(index)) {
                known.push_back({std::move(*entity), 1e-3 + 1e-9 * static_cast<double>(index)});
            }
        }
    } else if (task.name == "conv2d_tiles_NCHWc.x86") {
        const auto made = findTemplate(task.name);
        known.push_back({untunedConfig(**made, task.templateSpace, traitsOf(task.target), task.args, 1).value(), 2e-3});
    }
    return known;
}

} // namespace

class TestKernelChoices : public QObject
{
    Q_OBJECT
private slots:
    /// 49 columns are no whole vectors: untuned such a product has no candidate, with a config it has.
    void oddColumnsAreForTheDefinition()
    {
        HandMade made;
        const ValueId x = made.input("x", {32, 64});
        made.output(made.node("MatMul", "odd", {x, made.constant("v", {64, 49})}));
        made.output(made.node("MatMul", "whole", {x, made.constant("w", {64, 48})}));
        const auto groups = groupEpilogues(made.graph);
        const Target target = parseTarget("llvm -mcpu=haswell").value();
        const auto none = [](const Task&) { return std::vector<KnownConfig>(); };
        const auto untuned = candidatesOf(made.graph, groups, target, none, 1).value();
        QCOMPARE(untuned.size(), size_t{1});
        QVERIFY(untuned.contains(1));
        const auto first = [](const Task& task) { return std::vector<KnownConfig>{{task.space.at(0).value(), 1e-3}}; };
        QCOMPARE(candidatesOf(made.graph, groups, target, first, 1).value().size(), size_t{2});
    }

    /// With vectors of 16 lanes templates multiply blocks of more than one vector, whatever their length.
    void oddColumnsAreForTemplatesOfWideVectors()
    {
        HandMade made;
        const ValueId x = made.input("x", {128, 64});
        for (const int64_t columns : {49, 60, 12, 127, 1001}) {
            const std::string name = std::to_string(columns);
            made.output(made.node("MatMul", name, {x, made.constant("w" + name, {64, columns})}));
        }
        const auto none = [](const Task&) { return std::vector<KnownConfig>(); };
        const auto chosen =
            candidatesOf(made.graph, groupEpilogues(made.graph), parseTarget("llvm -mcpu=skylake-avx512").value(), none, 1)
                .value();
        QCOMPARE(chosen.size(), size_t{2});
        QVERIFY(chosen.contains(0) && chosen.contains(1));
    }

    /// Products of an attention get no trials: one kernel computes them, in matrix tiles, in dot products, or in float32.
    void productsInOneKernelAreNoTasks()
    {
        const AttentionGraph attention({.heads = 2, .queries = 64, .keys = 64, .size = 32, .valueSize = 32});
        const QTemporaryDir folder;
        const std::string path = folder.filePath("attention.onnx").toStdString();
        QVERIFY(writeOnnx(attention.made.graph, path));
        const auto tasksIn = [&](Precision precision, const std::string& cpu) {
            const auto model = readModelNetwork(path, {}, {precision, {}}).value();
            const Target target = parseTarget("llvm -mtriple=x86_64-linux-gnu -mcpu=" + cpu).value();
            return extractTasks(model.network, target, TaskChoice::WithExtra).value().tasks.size();
        };
        for (const char* cpu : {"sapphirerapids", "cooperlake", "skylake-avx512"}) {
            QCOMPARE(tasksIn(Precision::Float32, cpu), size_t{0});
            QCOMPARE(tasksIn(Precision::Bfloat16, cpu), size_t{0});
        }
    }

    void manyQuickConfigsDoNotCrowdOutLayouts()
    {
        const Target target = hostTarget().value();
        const auto model = openModelNetwork("mobilenet-v1", {}).value();
        const auto candidates = candidatesOf(model.imported.graph, model.groups, target, manyQuickOnes, 1).value();
        int crowded = 0;
        for (const auto& [anchor, list] : candidates) {
            const Node& node = model.imported.graph.nodes[anchor];
            const auto tasks = tasksOf(model.imported.graph, node, target).value();
            const auto tiles = std::ranges::find(tasks, "conv2d_tiles_NCHWc.x86", &Task::name);
            if (tiles == tasks.end()) {
                continue;
            }
            const KernelChoice untuned{*tiles, manyQuickOnes(*tiles).front().entity, 2e-3};
            const KernelLayouts wanted = layoutsOf(untuned).value();
            QVERIFY(std::ranges::is_sorted(list, {}, [](const KernelCandidate& one) { return one.choice.seconds; }));
            QVERIFY(std::ranges::any_of(list, [&](const KernelCandidate& one) {
                return one.layouts.data == wanted.data && one.layouts.output == wanted.output;
            }));
            std::set<int64_t> taken;
            std::set<int64_t> every;
            for (const KernelCandidate& one : list) {
                taken.insert(one.layouts.data.block);
            }
            for (const Task& task : tasks) {
                for (const KnownConfig& one : manyQuickOnes(task)) {
                    every.insert(layoutsOf({task, one.entity, 0}).value().data.block);
                }
            }
            QVERIFY(list.size() <= 20);
            QVERIFY2(taken.size() == std::min<size_t>(every.size(), 20), qPrintable(QString::number(taken.size())));
            crowded += list.size() == 20 ? 1 : 0;
        }
        QVERIFY(crowded > 5);
    }

    /// Winograd's convolution of 3x3 layers without tuning: from 28 rows on with two units of AVX-512, else also for smaller
    /// images that have rows for several threads.
    void smallImagesAreTransformedWhereProductsAreSlow()
    {
        const auto isTransformed = [](int64_t images, int64_t rows, int lanes, int units = 2, const char* type = "float32",
                                      int64_t stride = 1, int64_t channels = 64) {
            const nlohmann::json args{{"TENSOR", {images, channels, rows, rows}, type},
                                      {"TENSOR", {64, channels, 3, 3}, type},
                                      {stride, stride},
                                      {1, 1, 1, 1},
                                      {1, 1},
                                      "NCHW",
                                      "NCHW",
                                      type == std::string("int16") ? "int32" : "float32"};
            const TargetTraits target{"llvm", lanes, units};
            return untunedRank("conv2d_winograd_NCHWc.x86", args, target) < untunedRank("conv2d_tiles_NCHWc.x86", args, target);
        };
        QVERIFY(isTransformed(1, 28, 16) && !isTransformed(1, 27, 16) && !isTransformed(8, 14, 16));
        QVERIFY(isTransformed(1, 28, 16, 0) && !isTransformed(1, 27, 16, 0));
        QVERIFY(isTransformed(1, 14, 16, 1) && !isTransformed(1, 13, 16, 1));
        QVERIFY(isTransformed(1, 14, 16, 2, "int16") && !isTransformed(1, 13, 16, 1, "int16"));
        QVERIFY(isTransformed(1, 7, 8, 2, "int16") && !isTransformed(1, 6, 8, 2, "int16"));
        QVERIFY(isTransformed(1, 14, 8) && !isTransformed(1, 13, 8));
        QVERIFY(isTransformed(1, 28, 8, 2, "float32", 2) && !isTransformed(8, 26, 8, 2, "float32", 2));
        QVERIFY(isTransformed(1, 55, 16, 2, "float32", 2) && !isTransformed(1, 54, 16, 2, "float32", 2));
        QVERIFY(isTransformed(1, 28, 8, 2, "int16", 2) && !isTransformed(1, 26, 8, 2, "int16", 2));
        QVERIFY(!isTransformed(1, 112, 16, 1, "bfloat16", 2));
        QVERIFY(isTransformed(1, 112, 16, 1, "float32", 2, 16) && !isTransformed(1, 112, 16, 1, "float32", 2, 3));
        QVERIFY(isTransformed(8, 7, 8) && !isTransformed(1, 7, 8) && !isTransformed(8, 6, 8));
    }

    /// Where bytes are multiplied, convolutions for Winograd's algorithm are of int16 all the same; not with matrix tiles.
    void windowsStayInWordsForWinograd()
    {
        ConvWorkload conv;
        conv.c = conv.k = 64;
        conv.h = conv.w = 14;
        conv.r = conv.s = 3;
        conv.pad = {1, 1, 1, 1};
        conv.type = conv.kernelType = ir::int16;
        conv.outType = ir::int32;
        conv.bytes = ByteProducts::Yes;
        const auto typesOn = [&](const char* cpu) {
            const Target target = parseTarget(std::string("llvm -mcpu=") + cpu).value();
            std::set<std::string> types;
            Network network;
            network.name = "net";
            network.workloads = {{conv}};
            const ExtractedTasks found = extractTasks(network, target, TaskChoice::WithExtra).value();
            for (const NetworkTask& task : found.tasks) {
                types.insert(task.args.at(0).at(2).get<std::string>());
            }
            return types;
        };
        const std::set<std::string> words{"int16"}, bytes{"uint8"};
        QCOMPARE(typesOn("cascadelake"), words);
        QCOMPARE(typesOn("haswell"), words);
        QCOMPARE(typesOn("sapphirerapids"), bytes);
        conv.h = conv.w = 13;
        QCOMPARE(typesOn("cascadelake"), bytes);
        conv.h = conv.w = 28;
        conv.stride = {2, 2};
        QCOMPARE(typesOn("cascadelake"), bytes);
    }
};

QTEST_GUILESS_MAIN(TestKernelChoices)
#include "tst_kernelchoices.moc"
