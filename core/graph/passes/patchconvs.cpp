// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/operators/window.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/replacement.h"
#include "core/graph/uniquenames.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr int64_t kMostChannels = 8; // more fill the blocks of channels that convolutions have
constexpr int64_t kLeastDepth = 256; // below this, copying the patches costs more than the product gains

/// A convolution whose windows are patches side by side: (N, C, rows * height, columns * width) to (N, K, rows, columns).
struct Patches {
    int64_t images = 0, channels = 0, rows = 0, height = 0, columns = 0, width = 0, outputs = 0;

    int64_t depth() const { return channels * height * width; }
    int64_t count() const { return images * rows * columns; }
};

/// Returns nullopt for nodes that the pass leaves.
std::optional<Patches> patchesOf(const Graph& graph, const Node& node)
{
    const Tensor* weights = constantOf(graph, node, 1);
    const bool isKnown = node.op == "Conv" && node.unsupported.empty() && weights && weights->number() == ir::float32
                      && weights->shape().size() == 4 && graph.value(node.inputs[0]).type
                      && (constantOf(graph, node, 2) || node.inputs.size() < 3 || node.inputs[2] == kNoValue);
    if (!isKnown) {
        return std::nullopt;
    }
    const OperatorCall call(graph, node);
    const Window window = Window::ofConv(call);
    const Shape& input = graph.value(node.inputs[0]).type->shape;
    const Shape& output = graph.value(node.outputs[0]).type->shape;
    const Patches patches{input[0], input[1], output[2], window.kernel[0], output[3], window.kernel[1], output[1]};
    const auto areAll = [](const std::vector<int64_t>& numbers, int64_t value) {
        return std::ranges::all_of(numbers, [&](int64_t number) { return number == value; });
    };
    const bool arePatches = window.strides == window.kernel && areAll(window.dilations, 1) && areAll(window.before, 0)
                         && areAll(window.after, 0) && call.integer("group", 1) == 1 && input[2] == patches.rows * patches.height
                         && input[3] == patches.columns * patches.width;
    return arePatches && patches.channels <= kMostChannels && patches.depth() >= kLeastDepth && elementsOf(output) > 0
             ? std::optional(patches)
             : std::nullopt;
}

/// Weights (K, C, height, width) as (C * height * width, K).
Tensor turned(const Tensor& weights, const Patches& patches)
{
    Tensor result(TensorType{ir::float32, {patches.depth(), patches.outputs}});
    const auto from = weights.as<float>();
    const auto to = result.as<float>();
    for (size_t i = 0; i < from.size(); ++i) {
        const auto depth = static_cast<size_t>(patches.depth());
        to[i % depth * static_cast<size_t>(patches.outputs) + i / depth] = from[i];
    }
    return result;
}

/// Writes the nodes that replace a convolution.
void writePatches(Graph& graph, UniqueNames& names, const Node& node, const Patches& p, std::vector<Node>& made)
{
    Replacement to(graph, names, node, made);
    const Shape divided{p.images, p.channels, p.rows, p.height, p.columns, p.width};
    const Shape ordered{p.images, p.rows, p.columns, p.channels, p.height, p.width};
    ValueId value = to.reshaped("parts", node.inputs[0], divided);
    value = to.add("Transpose", "patches", {value}, {{"perm", std::vector<int64_t>{0, 2, 4, 1, 3, 5}}}, ordered);
    value = to.reshaped("matrix", value, {p.count(), p.depth()});
    const std::string name = graph.value(node.inputs[1]).name;
    const ValueId weights = graph.addConstant(names.reserve(name + " matrix"), turned(*constantOf(graph, node, 1), p));
    value = to.add("MatMul", "", {value, weights}, {}, {p.count(), p.outputs});
    if (constantOf(graph, node, 2)) {
        value = to.add("Add", "bias", {value, node.inputs[2]}, {}, {p.count(), p.outputs});
    }
    value = to.reshaped("rows", value, {p.images, p.rows, p.columns, p.outputs});
    const Shape image{p.images, p.outputs, p.rows, p.columns};
    to.add("Transpose", "image", {value}, {{"perm", std::vector<int64_t>{0, 3, 1, 2}}}, image, true);
}

} // namespace

Result<PassReport> patchConvs(Graph& graph)
{
    PassReport report{"patches", {}};
    UniqueNames names(graph);
    std::vector<Node> kept;
    for (const Node& node : std::vector<Node>(std::move(graph.nodes))) {
        const auto patches = patchesOf(graph, node);
        if (!patches) {
            kept.push_back(node);
            continue;
        }
        report.lines.push_back(fmt::format("{} becomes a product of {} patches of {} numbers", nodeText(graph, node),
                                           patches->count(), patches->depth()));
        writePatches(graph, names, node, *patches, kept);
    }
    graph.nodes = std::move(kept);
    return report;
}

} // namespace knobscope
