// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/interpreter.h"
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/quantization.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace knobscope {
namespace {

bool isToQuantize(const Graph& graph, const Node& node)
{
    const Tensor* weights = constantOf(graph, node, 1);
    if (!node.unsupported.empty() || !weights || weights->number() != ir::float32) {
        return false;
    }
    const Value& data = graph.value(node.inputs[0]);
    return data.type && data.type->number == ir::float32 && !data.constant
        && (sumsAsIntegers(node, data.type->shape, weights->shape()) || multipliesRows(node, data.type->shape, weights->shape()));
}

/// Scale and zero point of 8-bit integers, as inputs of nodes.
struct Scale {
    ValueId scale = kNoValue, zero = kNoValue;
};

class LayerQuantizer
{
public:
    explicit LayerQuantizer(Graph& graph)
        : m_graph(graph)
        , m_names(graph)
    {
    }

    Result<PassReport> run(const ValueRanges& ranges) &&
    {
        PassReport report{"quantization", {}};
        const std::vector<ValueId> wanted = valuesToQuantize(m_graph);
        if (wanted.empty()) {
            return fail(ErrorCode::Unsupported,
                        "There is no layer to quantize: a convolution without groups, with one group for each channel or with "
                        "groups of 4, 8, 12 or more channels, a MatMul, or a Gemm, with float32 weights that are constant");
        }
        std::vector<ValueId> instead(m_graph.values.size(), kNoValue);
        std::map<ValueId, Scale> scales;
        for (const ValueId value : wanted) {
            scales[value] = TRY(scaleOf(value, ranges));
        }
        std::vector<Node> nodes = std::move(m_graph.nodes);
        const auto quantized = [&](ValueId value) {
            const auto found = scales.find(value);
            if (found != scales.end()) {
                instead[static_cast<size_t>(value)] = dequantized(value, found->second);
            }
        };
        std::ranges::for_each(m_graph.inputs, quantized);
        for (Node& node : nodes) {
            const bool isLayer = isToQuantize(m_graph, node);
            for (ValueId& input : node.inputs) {
                const ValueId other = input == kNoValue ? kNoValue : instead[static_cast<size_t>(input)];
                input = other == kNoValue ? input : other;
            }
            if (isLayer) {
                node.inputs[1] = TRY(weightsOf(node.inputs[1], axisOfOutputs(node)));
                report.lines.push_back(fmt::format("{} reads 8-bit integers", nodeText(m_graph, node)));
            }
            const std::vector<ValueId> outputs = node.outputs;
            m_made.push_back(std::move(node));
            std::ranges::for_each(presentValues(outputs), quantized);
        }
        m_graph.nodes = std::move(m_made);
        return report;
    }

private:
    /// uint8 for the range and 0, which stays exact.
    Result<Scale> scaleOf(ValueId value, const ValueRanges& ranges)
    {
        const std::string name = m_graph.value(value).name; // adding constants moves the values
        const auto found = ranges.find(name);
        if (found == ranges.end()) {
            return fail(ErrorCode::InvalidArgument, "The range of {} is unknown", quotedName(name));
        }
        const double low = std::min(0.0, found->second[0]), high = std::max(0.0, found->second[1]);
        if (!std::isfinite(found->second[0]) || !std::isfinite(found->second[1]) || !std::isfinite(high - low)) {
            return fail(ErrorCode::InvalidArgument, "{} reaches from {} to {} on these inputs; a scale needs finite numbers",
                        quotedName(name), found->second[0], found->second[1]);
        }
        constexpr double steps = 255;
        const auto step = static_cast<float>((high - low) / steps);
        const float scale = step > std::numeric_limits<float>::min() ? step : 1.0F;
        const auto zero = static_cast<uint8_t>(std::clamp(std::nearbyint(-low / static_cast<double>(scale)), 0.0, steps));
        return Scale{constant(name + " scale", Tensor::of<float>({}, {scale})),
                     constant(name + " zero point", Tensor::of<uint8_t>({}, {zero}))};
    }

    ValueId constant(const std::string& name, Tensor tensor)
    {
        return m_graph.addConstant(m_names.reserve(name), std::move(tensor));
    }
    ValueId add(const char* op, const std::string& wanted, std::vector<ValueId> inputs, Attributes attributes, TensorType type)
    {
        const std::string name = m_names.reserve(wanted);
        const ValueId made = m_graph.add({name, std::move(type), nullptr});
        m_made.push_back({op, name, std::move(attributes), std::move(inputs), {made}, {}});
        return made;
    }

    ValueId dequantized(ValueId value, const Scale& by)
    {
        const std::string name = m_graph.value(value).name;
        const Shape shape = m_graph.value(value).type->shape;
        const ValueId whole =
            add("QuantizeLinear", name + " integers", {value, by.scale, by.zero}, {}, TensorType{ir::uint8, shape});
        return add("DequantizeLinear", name + " quantized", {whole, by.scale, by.zero}, {}, TensorType{ir::float32, shape});
    }

    /// int8, symmetric. `axis`: of the outputs.
    Result<ValueId> weightsOf(ValueId value, int64_t axis)
    {
        const std::string name = m_graph.value(value).name;
        const Tensor from = *m_graph.value(value).constant;
        const std::span<const float> weights = from.as<float>();
        if (!std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); })) {
            return fail(ErrorCode::InvalidArgument, "The weights {} are not all finite; a scale needs finite numbers",
                        quotedName(name));
        }
        constexpr float most = 127;
        const auto outputs = static_cast<size_t>(from.shape()[static_cast<size_t>(axis)]);
        const size_t each = axis == 0 ? weights.size() / outputs : 1; // neighbours of one output
        const auto outputOf = [&](size_t i) { return i / each % outputs; };
        std::vector<float> scales(outputs, 0.0F);
        for (size_t i = 0; i < weights.size(); ++i) {
            scales[outputOf(i)] = std::max(scales[outputOf(i)], std::abs(weights[i]) / most);
        }
        std::ranges::replace_if(scales, [](float step) { return step <= std::numeric_limits<float>::min(); }, 1.0F);
        Tensor whole(TensorType{ir::int8, from.shape()});
        for (size_t i = 0; i < weights.size(); ++i) {
            whole.as<int8_t>()[i] =
                static_cast<int8_t>(std::clamp(std::nearbyint(weights[i] / scales[outputOf(i)]), -most, most));
        }
        const std::vector<ValueId> inputs{
            constant(name + " integers", std::move(whole)),
            constant(name + " scales", Tensor::of<float>({std::ssize(scales)}, scales)),
            constant(name + " zero points", Tensor::of<int8_t>({std::ssize(scales)}, std::vector<int8_t>(outputs, int8_t{0})))};
        return add("DequantizeLinear", name + " quantized", inputs, {{"axis", axis}}, from.type());
    }

    Graph& m_graph;
    UniqueNames m_names;
    std::vector<Node> m_made;
};

} // namespace

std::vector<ValueId> valuesToQuantize(const Graph& graph)
{
    std::vector<ValueId> values;
    std::set<ValueId> seen;
    for (const Node& node : graph.nodes) {
        if (isToQuantize(graph, node) && seen.insert(node.inputs[0]).second) {
            values.push_back(node.inputs[0]);
        }
    }
    return values;
}

Result<ValueRanges> rangesOf(const Graph& graph, const std::vector<std::vector<Tensor>>& inputSets, const std::atomic<bool>* stop)
{
    const std::vector<ValueId> values = valuesToQuantize(graph);
    Graph observed = graph;
    observed.outputs.clear();
    UniqueNames names(observed);
    for (const ValueId value : values) {
        for (const char* op : {"ReduceMin", "ReduceMax"}) {
            const std::string name = names.reserve(fmt::format("{} {}", graph.value(value).name, op));
            const ValueId made = observed.add({name, TensorType{ir::float32, {}}, nullptr});
            observed.nodes.push_back({op, name, {{"keepdims", int64_t{0}}}, {value}, {made}, {}});
            observed.outputs.push_back(made);
        }
    }
    TRY(removeDeadNodes(observed));
    ValueRanges ranges;
    for (const std::vector<Tensor>& inputs : inputSets) {
        const auto found = TRY(interpret(observed, inputs, stop));
        for (size_t i = 0; i < values.size(); ++i) {
            const double low = found[2 * i].reals()[0], high = found[2 * i + 1].reals()[0];
            const auto [range, isNew] = ranges.try_emplace(graph.value(values[i]).name, std::array{low, high});
            if (!isNew) {
                range->second = {std::min(range->second[0], low), std::max(range->second[1], high)};
            }
        }
    }
    return ranges;
}

Result<PassReport> quantizeLayers(Graph& graph, const ValueRanges& ranges)
{
    return LayerQuantizer(graph).run(ranges);
}

} // namespace knobscope
