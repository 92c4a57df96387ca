// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/operators/window.h"
#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>

namespace knobscope {
namespace {

constexpr int64_t kMostImageElements = int64_t{1} << 28; // 1 GB of copied images

/// A convolution over depth, height and width.
struct DepthConv {
    Window window;
    int64_t groups = 1;
    Shape data, weights, output;

    int64_t taps() const { return window.kernel[0]; }
    /// Its images: one for each output depth, with the channels of all taps.
    Shape images() const { return {data[0] * output[2], taps() * data[1], data[3], data[4]}; }
};

std::optional<DepthConv> depthConvOf(const Graph& graph, const Node& node)
{
    const bool isKnown = node.op == "Conv" && node.unsupported.empty() && constantOf(graph, node, 1)
                      && graph.value(node.inputs[0]).type->shape.size() == 5
                      && graph.value(node.outputs[0]).type->number == ir::float32
                      && (node.inputs.size() < 3 || node.inputs[2] == kNoValue || constantOf(graph, node, 2));
    if (!isKnown) {
        return std::nullopt;
    }
    const OperatorCall call(graph, node);
    DepthConv conv{Window::ofConv(call), call.integer("group", 1), call.shape(0), call.shape(1),
                   graph.value(node.outputs[0]).type->shape};
    // One input channel in each group: no template computes the images' few channels of a group any faster than the definition.
    const bool isDepthwise = conv.groups > 1 && conv.weights[1] == 1;
    const bool isEmpty = elementsOf(conv.output) == 0 || elementsOf(conv.data) == 0;
    return isDepthwise || isEmpty || elementsOf(conv.images()) > kMostImageElements ? std::nullopt : std::optional(conv);
}

/// Weights (K, C / groups, taps, R, S) as (K, taps * C / groups, R, S).
Tensor imageWeights(const Tensor& weights)
{
    const Shape& from = weights.shape();
    const int64_t channels = from[1], taps = from[2], image = from[3] * from[4];
    Tensor result(TensorType{ir::float32, {from[0], taps * channels, from[3], from[4]}});
    const float* own = weights.as<float>().data();
    float* to = result.as<float>().data();
    for (int64_t k = 0; k < from[0]; ++k) {
        for (int64_t tap = 0; tap < taps; ++tap) {
            for (int64_t c = 0; c < channels; ++c) {
                to = std::copy_n(own + ((k * channels + c) * taps + tap) * image, image, to);
            }
        }
    }
    return result;
}

class DepthConvs
{
public:
    explicit DepthConvs(Graph& graph)
        : m_graph(graph)
        , m_names(graph)
        , m_uses(usesOf(graph))
    {
    }

    PassReport run() &&
    {
        PassReport report{"convolutions over depth", {}};
        for (const Node& node : std::vector<Node>(std::move(m_graph.nodes))) {
            if (const auto conv = depthConvOf(m_graph, node)) {
                report.lines.push_back(
                    fmt::format("{} becomes a convolution of {} images", nodeText(m_graph, node), conv->images()[0]));
                restoreInputs(node);
                addImages(node, *conv);
            } else if (!moveBeforeRestoring(node)) {
                restoreInputs(node);
                m_made.push_back(node);
            }
        }
        for (const ValueId output : m_graph.outputs) {
            restore(output);
        }
        m_graph.nodes = std::move(m_made);
        return report;
    }

private:
    /// x as (N, D, C, H, W), padded; for each tap the images that it multiplies, side by side as channels of one convolution.
    void addImages(const Node& node, const DepthConv& conv)
    {
        const std::string name = m_graph.value(node.outputs[0]).name;
        const Window& window = conv.window;
        const int64_t batch = conv.data[0], channels = conv.data[1], depth = conv.output[2];
        Shape shape{batch, conv.data[2], channels, conv.data[3], conv.data[4]};
        ValueId value =
            add("Transpose", name + " depths", {node.inputs[0]}, {{"perm", std::vector<int64_t>{0, 2, 1, 3, 4}}}, shape);
        if (window.before[0] > 0 || window.after[0] > 0) {
            shape[1] += window.before[0] + window.after[0];
            value = add(
                "Pad", name + " padding",
                {value, numbers(name + " pads", {window.before[0], window.after[0]}), kNoValue, numbers(name + " pad axis", {1})},
                {}, shape);
        }
        shape[1] = depth;
        std::vector<ValueId> taps;
        for (int64_t tap = 0; tap < conv.taps(); ++tap) {
            const int64_t first = tap * window.dilations[0];
            taps.push_back(add("Slice", fmt::format("{} tap {}", name, tap),
                               {value, numbers(name + " starts", {first}),
                                numbers(name + " ends", {first + (depth - 1) * window.strides[0] + 1}),
                                numbers(name + " axes", {1}), numbers(name + " steps", {window.strides[0]})},
                               {}, shape));
        }
        const ValueId images = sideBySide(taps, conv, shape, name);
        std::vector<ValueId> inputs{images,
                                    m_graph.addConstant(m_names.reserve(m_graph.value(node.inputs[1]).name + " of images"),
                                                        imageWeights(*constantOf(m_graph, node, 1)))};
        if (constantOf(m_graph, node, 2)) {
            inputs.push_back(node.inputs[2]);
        }
        const auto pair = [](const std::vector<int64_t>& list) { return std::vector<int64_t>{list[1], list[2]}; };
        const Attributes attributes{
            {"group", conv.groups},
            {"strides", pair(window.strides)},
            {"dilations", pair(window.dilations)},
            {"pads", std::vector<int64_t>{window.before[1], window.before[2], window.after[1], window.after[2]}}};
        const Shape flat{batch * depth, conv.output[1], conv.output[3], conv.output[4]};
        m_restored[node.outputs[0]] = {makeNode("Conv", node.name, name + " images", inputs, attributes, flat), conv.output};
    }

    /// The taps' images (N, depth, C, H, W) as (N * depth, taps * C, H, W); in groups, the taps of each group are adjacent.
    ValueId sideBySide(std::vector<ValueId> taps, const DepthConv& conv, const Shape& shape, const std::string& name)
    {
        if (taps.size() == 1) {
            return reshaped(taps[0], conv.images(), name + " image");
        }
        Shape whole{shape[0], shape[1], conv.groups, shape[2] / conv.groups, shape[3], shape[4]};
        if (conv.groups > 1) {
            for (ValueId& tap : taps) {
                tap = reshaped(tap, whole, m_graph.value(tap).name + " in groups");
            }
        } else {
            whole = shape;
        }
        const int64_t axis = std::ssize(whole) - 3;
        whole[static_cast<size_t>(axis)] *= conv.taps();
        return reshaped(add("Concat", name + " taps", taps, {{"axis", axis}}, whole), conv.images(), name + " image");
    }

    /// Element-wise operators of one value follow the convolution directly, so that they can be its epilogue.
    bool moveBeforeRestoring(const Node& node)
    {
        const auto found = node.inputs.empty() ? m_restored.end() : m_restored.find(node.inputs[0]);
        const Operator* op = findOperator(node.op);
        if (found == m_restored.end() || node.outputs.size() != 1 || !node.unsupported.empty() || !op
            || op->kind != OperatorKind::ElementWise || m_uses[static_cast<size_t>(node.inputs[0])] != 1
            || m_graph.value(node.outputs[0]).type != m_graph.value(node.inputs[0]).type) {
            return false;
        }
        const bool isAlone = std::all_of(node.inputs.begin() + 1, node.inputs.end(), [&](ValueId input) {
            const auto& constant = input == kNoValue ? nullptr : m_graph.value(input).constant;
            return input == kNoValue || (constant && constant->size() == 1 && constant->shape().size() <= 1);
        });
        if (!isAlone) {
            return false;
        }
        Moved moved = found->second;
        m_restored.erase(found);
        std::vector<ValueId> inputs = node.inputs;
        inputs[0] = moved.images;
        const Shape flat = m_graph.value(moved.images).type->shape;
        moved.images =
            makeNode(node.op, node.name, m_graph.value(node.outputs[0]).name + " images", inputs, node.attributes, flat);
        m_restored[node.outputs[0]] = std::move(moved);
        return true;
    }

    void restoreInputs(const Node& node)
    {
        for (const ValueId input : presentValues(node.inputs)) {
            restore(input);
        }
    }

    /// Makes a convolution's output from its images, once.
    void restore(ValueId value)
    {
        const auto found = m_restored.find(value);
        if (found == m_restored.end()) {
            return;
        }
        const auto [images, shape] = found->second;
        m_restored.erase(found);
        const std::string name = m_graph.value(value).name;
        const ValueId depths = reshaped(images, {shape[0], shape[2], shape[1], shape[3], shape[4]}, name + " by depth");
        m_made.push_back({"Transpose", name, {{"perm", std::vector<int64_t>{0, 2, 1, 3, 4}}}, {depths}, {value}, {}});
    }

    ValueId numbers(const std::string& name, const std::vector<int64_t>& list)
    {
        return m_graph.addConstant(m_names.reserve(name), Tensor::of<int64_t>({std::ssize(list)}, list));
    }

    ValueId reshaped(ValueId value, const Shape& shape, const std::string& name)
    {
        return add("Reshape", name, {value, numbers(name + " shape", shape)}, {}, shape);
    }

    ValueId makeNode(const std::string& op, const std::string& node, const std::string& output, std::vector<ValueId> inputs,
                     Attributes attributes, const Shape& shape)
    {
        const ValueId to = m_graph.add({m_names.reserve(output), TensorType{ir::float32, shape}, nullptr});
        m_made.push_back({op, node, std::move(attributes), std::move(inputs), {to}, {}});
        return to;
    }

    ValueId add(const char* op, const std::string& name, std::vector<ValueId> inputs, Attributes attributes, const Shape& shape)
    {
        return makeNode(op, name, name, std::move(inputs), std::move(attributes), shape);
    }

    /// A value whose images are computed, but not yet the value itself.
    struct Moved {
        ValueId images = kNoValue;
        Shape shape;
    };

    Graph& m_graph;
    UniqueNames m_names;
    std::vector<int> m_uses; ///< of the values that the graph had
    std::map<ValueId, Moved> m_restored;
    std::vector<Node> m_made;
};

} // namespace

Result<PassReport> depthConvs(Graph& graph)
{
    return DepthConvs(graph).run();
}

} // namespace knobscope
