// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/base/statistics.h"
#include "core/codegen/llvm/compile.h"
#include "core/network/extract.h"
#include "core/network/models/models.h"

#include <memory>
#include <optional>
#include <random>

namespace knobscope::bench {

namespace {

/// Milliseconds for lowering random configs, and for compiling and loading them; without configs that the template rejects.
struct Times {
    std::vector<double> lowering, codegen;
    std::unique_ptr<KernelLoader> loader = KernelLoader::create().value();
    LlvmTarget target = llvmTargetOf(hostTarget().value()).value();

    void add(const Task& task, int64_t index)
    {
        std::optional<ir::LoopNest> nest;
        const double lowered = seconds([&] {
            if (auto made = lowerConfig(task, task.space.at(index).value())) {
                nest = std::move(*made);
            }
        });
        if (nest) {
            lowering.push_back(lowered * 1e3);
            codegen.push_back(seconds([&] { (void)loader->load(compileLoopNest(*nest, target).value()).value(); }) * 1e3);
        }
    }
};

/// The products of an attention layer with 12 heads and a sequence of 128.
constexpr const char* manyProducts = R"([["TENSOR",[12,128,64],"uint8"],["TENSOR",[12,128,64],"int8"],null,"int32"])";
/// MobileNet-v2's first 1x1 convolution to 96 channels and the depthwise layer after it.
constexpr const char* layerPair = R"([["TENSOR",[1,16,112,112],"float32"],["TENSOR",[96,16,1,1],"float32"],[1,1],[0,0,0,0],[1,1],
    ["TENSOR",[96,1,3,3],"float32"],[2,2],[1,1,1,1],[1,1],"relu"])";

int64_t randomIndex(const Task& task, std::mt19937_64& random)
{
    return static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
}

/// Row for lowering and compiling random configs of an extra template, for a network's layers or for arguments in JSON.
Row extraRow(const char* name, std::initializer_list<const char*> layers)
{
    Times times;
    std::mt19937_64 random(1);
    for (const char* layer : layers) {
        const Target target = hostTarget().value();
        const nlohmann::json args = *layer == '['
                                      ? nlohmann::json::parse(layer)
                                      : findTask(loadNetworks().value(), fmt::format("{}/{}", layer, name), target).value().args;
        const Task task = makeTask(name, args, target).value();
        for (int i = 0; i < 20; ++i) {
            times.add(task, randomIndex(task, random));
        }
    }
    return below(name, median(times.lowering) + median(times.codegen),
                 fmt::format("ms, median of {}, lowered and compiled", times.codegen.size()), 30);
}

/// Row for building a bundled network's graph, with weights.
Row graphRow()
{
    const Network deep = findNetwork(loadNetworks().value(), "resnet-50").value();
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        times.push_back(1e3 * seconds([&] { (void)buildNetworkGraph(deep).value(); }));
    }
    return below("graph", median(times), "ms, median, ResNet-50", 500);
}

} // namespace

std::vector<Row> compileRows()
{
    Times times;
    std::mt19937_64 random(1);
    for (int i = 0; i < 60; ++i) {
        const Task task = taskOf(shapes[i % 4]);
        times.add(task, randomIndex(task, random));
    }
    return {below("lower", median(times.lowering), "ms, median", 2),
            below("codegen", median(times.codegen), "ms, median", 20),
            extraRow("conv2d_winograd_NCHWc.x86", {"resnet-18:2", "resnet-18:5", "resnet-18:8"}),
            extraRow("conv2d_tiles_NCHWc.x86", {"resnet-50:3", "resnet-50:10", "resnet-50:17"}),
            extraRow("depthwise_conv2d_rows_NCHWc.x86", {"mobilenet-v1:2", "mobilenet-v1:4", "mobilenet-v1:18"}),
            extraRow("dense_dot.x86", {"resnet-50/int8:21"}),
            extraRow("batch_matmul_dot.x86", {manyProducts}),
            extraRow("conv2d_pair_NCHWc.x86", {layerPair}),
            graphRow()};
}

} // namespace knobscope::bench
