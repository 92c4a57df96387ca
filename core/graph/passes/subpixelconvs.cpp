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

/// A transposed convolution along one axis as a convolution whose outputs are the `stride` positions between two input elements.
/// Output position o stands at phase (o + crop) % stride of the convolution's position (o + crop) / stride.
struct Phases {
    int64_t stride = 1;
    int64_t taps = 1;             ///< of the convolution
    int64_t before = 0, after = 0; ///< its padding
    int64_t positions = 0;        ///< its outputs
    int64_t crop = 0;             ///< positions to leave out at the beginning
};

/// Returns nullopt if the convolution would need negative padding.
std::optional<Phases> phasesOf(const Window& window, size_t axis, int64_t input, int64_t output)
{
    Phases phases;
    phases.stride = window.strides[axis];
    phases.taps = (window.kernel[axis] + phases.stride - 1) / phases.stride;
    phases.before = phases.taps - 1 - window.before[axis] / phases.stride;
    phases.crop = window.before[axis] % phases.stride;
    const int64_t needed = (output + phases.crop + phases.stride - 1) / phases.stride;
    phases.after = std::max<int64_t>(0, needed - input - phases.before + phases.taps - 1);
    phases.positions = input + phases.before + phases.after - phases.taps + 1;
    return phases.before < 0 ? std::nullopt : std::optional(phases);
}

std::vector<int64_t> listOf(const std::vector<Phases>& axes, int64_t Phases::* member)
{
    std::vector<int64_t> list;
    for (const Phases& axis : axes) {
        list.push_back(axis.*member);
    }
    return list;
}

/// Axes of a node that the pass rewrites; empty for others. The taps that fill up each phase multiply by zero: at most four times
/// the work of the definition.
std::vector<Phases> axesOf(const Graph& graph, const Node& node)
{
    const bool isKnown = node.op == "ConvTranspose" && node.unsupported.empty() && constantOf(graph, node, 1)
                      && graph.value(node.outputs[0]).type->number == ir::float32
                      && (constantOf(graph, node, 2) || node.inputs.size() < 3 || node.inputs[2] == kNoValue);
    if (!isKnown) {
        return {};
    }
    const OperatorCall call(graph, node);
    const Window window = spreadingWindow(call);
    const Shape spatial = spatialOf(call, 0);
    const Shape& output = graph.value(node.outputs[0]).type->shape;
    std::vector<Phases> axes;
    double work = 1;
    for (size_t axis = 0; axis < spatial.size(); ++axis) {
        const auto phases = phasesOf(window, axis, spatial[axis], output[axis + 2]);
        if (!phases || window.dilations[axis] != 1) {
            return {};
        }
        work *= static_cast<double>(phases->taps * phases->stride) / static_cast<double>(window.kernel[axis]);
        axes.push_back(*phases);
    }
    return axes.size() <= 3 && work <= 4 && elementsOf(output) > 0 ? axes : std::vector<Phases>();
}

/// Weights (C, K / groups, taps of the window) as (K * phases, C / groups, taps of the convolution), the taps in reverse order.
Tensor phaseWeights(const Tensor& weights, int64_t groups, const std::vector<Phases>& axes)
{
    const Shape& from = weights.shape();
    const int64_t inputs = from[0] / groups, outputs = from[1];
    const Shape strides = listOf(axes, &Phases::stride), taps = listOf(axes, &Phases::taps);
    const int64_t phases = elementsOf(strides), window = elementsOf(taps);
    Shape shape{outputs * groups * phases, inputs};
    shape.insert(shape.end(), taps.begin(), taps.end());
    Tensor result(TensorType{ir::float32, shape});
    const int64_t fromWindow = elementsOf(from) / (from[0] * outputs);
    float* to = result.as<float>().data();
    for (int64_t o = 0; o < shape[0]; ++o) {
        const int64_t group = o / phases / outputs, channel = o / phases % outputs;
        for (int64_t c = 0; c < inputs; ++c) {
            const float* own = weights.as<float>().data() + ((group * inputs + c) * outputs + channel) * fromWindow;
            for (int64_t w = 0; w < window; ++w, ++to) {
                int64_t at = 0, phase = o % phases, tap = w;
                int64_t phaseSize = phases, tapSize = window;
                bool isInside = true;
                for (size_t axis = 0; axis < axes.size(); ++axis) {
                    phaseSize /= strides[axis];
                    tapSize /= taps[axis];
                    const int64_t t = phase / phaseSize + (taps[axis] - 1 - tap / tapSize) * strides[axis];
                    isInside = isInside && t < from[axis + 2];
                    at = at * from[axis + 2] + t;
                    phase %= phaseSize;
                    tap %= tapSize;
                }
                *to = isInside ? own[at] : 0.0F;
            }
        }
    }
    return result;
}

/// Writes the nodes that replace a transposed convolution.
class Rewriter
{
public:
    /// Appends to `made`.
    Rewriter(Graph& graph, UniqueNames& names, const Node& node, std::vector<Phases> axes, std::vector<Node>& made)
        : m_graph(graph)
        , m_names(names)
        , m_node(node)
        , m_axes(std::move(axes))
        , m_to(graph, names, node, made)
    {
    }

    void write()
    {
        const Shape output = m_graph.value(m_node.outputs[0]).type->shape;
        const Shape strides = listOf(m_axes, &Phases::stride), positions = listOf(m_axes, &Phases::positions);
        const int64_t phases = elementsOf(strides);
        Shape shape{output[0], output[1] * phases};
        shape.insert(shape.end(), positions.begin(), positions.end());
        const ValueId sums = convolved(shape, phases, phases == 1 && positions == Shape(output.begin() + 2, output.end()));
        m_to.interleave(sums, positions, strides, listOf(m_axes, &Phases::crop));
    }

private:
    ValueId convolved(const Shape& shape, int64_t phases, bool isLast)
    {
        const int64_t groups = OperatorCall(m_graph, m_node).integer("group", 1);
        const std::string name = m_graph.value(m_node.inputs[1]).name;
        std::vector<ValueId> inputs{m_node.inputs[0],
                                    m_graph.addConstant(m_names.reserve(name + " phases"),
                                                        phaseWeights(*constantOf(m_graph, m_node, 1), groups, m_axes))};
        if (const Tensor* bias = constantOf(m_graph, m_node, 2)) {
            inputs.push_back(m_graph.addConstant(m_names.reserve(name + " bias"), repeatedBias(*bias, phases)));
        }
        std::vector<int64_t> pads = listOf(m_axes, &Phases::before);
        for (const Phases& axis : m_axes) {
            pads.push_back(axis.after);
        }
        return m_to.add("Conv", "", inputs, {{"group", groups}, {"pads", pads}}, shape, isLast);
    }

    Graph& m_graph;
    UniqueNames& m_names;
    const Node& m_node;
    std::vector<Phases> m_axes;
    Replacement m_to;
};

} // namespace

Result<PassReport> subpixelConvs(Graph& graph)
{
    PassReport report{"transposed convolutions", {}};
    UniqueNames names(graph);
    std::vector<Node> kept;
    for (const Node& node : std::vector<Node>(std::move(graph.nodes))) {
        auto axes = axesOf(graph, node);
        if (axes.empty()) {
            kept.push_back(node);
            continue;
        }
        report.lines.push_back(fmt::format("{} becomes a convolution with {} outputs for each element", nodeText(graph, node),
                                           elementsOf(listOf(axes, &Phases::stride))));
        Rewriter(graph, names, node, std::move(axes), kept).write();
    }
    graph.nodes = std::move(kept);
    return report;
}

} // namespace knobscope
