// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/operators/window.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/replacement.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <optional>

namespace knobscope {
namespace {

constexpr int64_t kLanes = 16; // of the widest vectors
constexpr int64_t kMostColumns = 8; // with 16, whose steps in memory are long, sums take up to 2.3 times as long
constexpr int64_t kMostWeights = int64_t{1} << 18; // 16 pixels take up to 136 times as many
constexpr int64_t kLeastProducts = int64_t{1} << 20; // below this, moving the pixels costs more than the sums gain

/// A convolution of stride 1 whose outputs at `group` pixels, along each axis, become channels at one pixel.
struct PixelGroups {
    Window window;
    Shape group;
    Shape positions; ///< along each axis, the last one may be incomplete
    Shape pads; ///< before all axes, then after
};

/// Share of the multiplications in full vectors that the definition needs; 0 unless vectors of four are full, since others are
/// loaded in pieces (15 outputs take 1.5 times as long as 12).
double efficiency(const Shape& output, const std::vector<int64_t>& kernel, const Shape& group)
{
    const int64_t channels = output[1] * elementsOf(group);
    if (elementsOf(group) > 1 && channels % 4 != 0) {
        return 0;
    }
    double share = static_cast<double>(channels) / static_cast<double>((channels + kLanes - 1) / kLanes * kLanes);
    for (size_t axis = 0; axis < kernel.size(); ++axis) {
        const int64_t pixels = output[axis + 2];
        const int64_t computed = (pixels + group[axis] - 1) / group[axis] * group[axis];
        share *= static_cast<double>(pixels) / static_cast<double>(std::max<int64_t>(computed, 1));
        share *= static_cast<double>(kernel[axis]) / static_cast<double>(kernel[axis] + group[axis] - 1);
    }
    return share;
}

/// The group that makes the sums of an output's pixels fastest, if that gains enough. Winograd's transforms halve the work of 3x3
/// windows already.
std::optional<Shape> groupOf(const Shape& output, const std::vector<int64_t>& kernel)
{
    const size_t axes = kernel.size();
    const bool isWinograd = kernel == std::vector<int64_t>{3, 3};
    const double before = efficiency(output, kernel, Shape(axes, 1)) * (isWinograd ? 2 : 1);
    const int64_t mostPixels = kLanes / std::max<int64_t>(output[1], 1);
    Shape best(axes, 1);
    double most = 0;
    for (int64_t rows = 1; rows <= (axes > 1 ? mostPixels : 1); ++rows) {
        for (int64_t columns = 1; columns <= std::min(mostPixels / rows, kMostColumns); ++columns) {
            const Shape group = axes > 1 ? Shape{rows, columns} : Shape{columns};
            if (const double share = efficiency(output, kernel, group); share > most) {
                most = share;
                best = group;
            }
        }
    }
    constexpr double leastGain = 1.8; // what is left for vectors of half the length, which fill better before
    return most >= leastGain * before ? std::optional(best) : std::nullopt;
}

/// Returns nullopt for nodes that the pass leaves.
std::optional<PixelGroups> pixelGroupsOf(const Graph& graph, const Node& node)
{
    const Tensor* weights = constantOf(graph, node, 1);
    const bool isKnown = node.op == "Conv" && node.unsupported.empty() && weights && weights->number() == ir::float32
                      && (weights->shape().size() == 3 || weights->shape().size() == 4) && graph.value(node.inputs[0]).type
                      && (constantOf(graph, node, 2) || node.inputs.size() < 3 || node.inputs[2] == kNoValue);
    if (!isKnown) {
        return std::nullopt;
    }
    const OperatorCall call(graph, node);
    PixelGroups groups{Window::ofConv(call), {}, {}, {}};
    const auto areOne = [](const std::vector<int64_t>& numbers) {
        return std::ranges::all_of(numbers, [](int64_t number) { return number == 1; });
    };
    const Shape& output = graph.value(node.outputs[0]).type->shape;
    const int64_t products = elementsOf(output) * (elementsOf(weights->shape()) / std::max<int64_t>(weights->shape()[0], 1));
    const auto group = groupOf(output, groups.window.kernel);
    if (!group || call.integer("group", 1) != 1 || !areOne(groups.window.strides) || !areOne(groups.window.dilations)
        || products < kLeastProducts || weights->size() > kMostWeights) {
        return std::nullopt;
    }
    groups.group = *group;
    groups.pads = groups.window.before;
    for (size_t axis = 0; axis < group->size(); ++axis) {
        const int64_t count = (output[axis + 2] + groups.group[axis] - 1) / groups.group[axis];
        groups.positions.push_back(count);
        groups.pads.push_back(groups.window.after[axis] + count * groups.group[axis] - output[axis + 2]);
    }
    return groups;
}

/// Weights (K, C, window) as (K * group, C, window + group - 1): each pixel's window begins at its place in the group.
Tensor shiftedWeights(const Tensor& weights, const PixelGroups& groups)
{
    const Shape& from = weights.shape();
    Shape shape{from[0] * elementsOf(groups.group), from[1]};
    for (size_t axis = 0; axis < groups.group.size(); ++axis) {
        shape.push_back(from[axis + 2] + groups.group[axis] - 1);
    }
    Tensor result(TensorType{ir::float32, shape});
    const std::vector<int64_t> strides = stridesOf(shape), own = stridesOf(from);
    const auto read = weights.as<float>();
    const auto written = result.as<float>();
    for (int64_t pixel = 0; pixel < elementsOf(groups.group); ++pixel) {
        int64_t shift = 0; // of the window, in elements of the result
        for (size_t axis = groups.group.size(), rest = static_cast<size_t>(pixel); axis-- > 0;) {
            const auto size = static_cast<size_t>(groups.group[axis]);
            shift += static_cast<int64_t>(rest % size) * strides[axis + 2];
            rest /= size;
        }
        for (int64_t i = 0; i < elementsOf(from); ++i) {
            int64_t to = shift + (i / own[0] * elementsOf(groups.group) + pixel) * strides[0];
            for (size_t axis = 1; axis < from.size(); ++axis) {
                to += i / own[axis] % from[axis] * strides[axis];
            }
            written[static_cast<size_t>(to)] = read[static_cast<size_t>(i)];
        }
    }
    return result;
}

void writePixelGroups(Graph& graph, UniqueNames& names, const Node& node, const PixelGroups& groups, std::vector<Node>& made)
{
    Replacement to(graph, names, node, made);
    const int64_t pixels = elementsOf(groups.group);
    const std::string name = graph.value(node.inputs[1]).name;
    std::vector<ValueId> inputs{
        node.inputs[0], graph.addConstant(names.reserve(name + " shifted"), shiftedWeights(*constantOf(graph, node, 1), groups))};
    if (const Tensor* bias = constantOf(graph, node, 2)) {
        inputs.push_back(graph.addConstant(names.reserve(name + " bias"), repeatedBias(*bias, pixels)));
    }
    const Shape output = graph.value(node.outputs[0]).type->shape;
    Shape shape{output[0], output[1] * pixels};
    shape.insert(shape.end(), groups.positions.begin(), groups.positions.end());
    const ValueId sums = to.add("Conv", "", inputs, {{"strides", groups.group}, {"pads", groups.pads}}, shape);
    to.interleave(sums, groups.positions, groups.group, Shape(groups.group.size(), 0));
}

} // namespace

Result<PassReport> pixelConvs(Graph& graph)
{
    PassReport report{"convolutions of few outputs", {}};
    UniqueNames names(graph);
    std::vector<Node> kept;
    for (const Node& node : std::vector<Node>(std::move(graph.nodes))) {
        const auto groups = pixelGroupsOf(graph, node);
        if (!groups) {
            kept.push_back(node);
            continue;
        }
        report.lines.push_back(
            fmt::format("{} computes the outputs of {} pixels together", nodeText(graph, node), elementsOf(groups->group)));
        writePixelGroups(graph, names, node, *groups, kept);
    }
    graph.nodes = std::move(kept);
    return report;
}

} // namespace knobscope
