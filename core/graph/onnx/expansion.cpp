// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/expansion.h"

#include "core/base/strings.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr const char* kRuntime = "com.microsoft";

struct Expanded {
    const char* domain; ///< empty for ONNX's own
    const char* op;
    size_t leastInputs, mostInputs;
    void (*expand)(Expansion&);
};

constexpr Expanded kExpanded[] = {
    {kRuntime, "FusedMatMul", 2, 2, expandFused},
    {kRuntime, "TransposeMatMul", 2, 2, expandFused},
    {kRuntime, "FusedConv", 2, 4, expandFused},
    {kRuntime, "FusedGemm", 2, 3, expandFused},
    {kRuntime, "Gelu", 1, 1, expandFused},
    {kRuntime, "FastGelu", 1, 2, expandFused},
    {kRuntime, "BiasGelu", 2, 2, expandFused},
    {kRuntime, "QuickGelu", 1, 1, expandFused},
    {kRuntime, "SkipLayerNormalization", 3, 5, expandNormalization},
    {kRuntime, "SkipSimplifiedLayerNormalization", 3, 4, expandNormalization},
    {kRuntime, "SimplifiedLayerNormalization", 2, 2, expandNormalization},
    {"", "SimplifiedLayerNormalization", 2, 2, expandNormalization}, // where ONNX Runtime writes it
    {kRuntime, "EmbedLayerNormalization", 7, 9, expandNormalization},
    {kRuntime, "Attention", 2, 7, expandRuntimeAttention},
    {kRuntime, "MultiHeadAttention", 1, 10, expandRuntimeAttention},
    {kRuntime, "RotaryEmbedding", 4, 4, expandRotary},
    {"", "RotaryEmbedding", 3, 4, expandRotary},
    {"", "Attention", 3, 7, expandAttention},
    {"", "BatchNormalization", 5, 5, expandNormalization}, // only in training mode
};

const Expanded* find(const std::string& domain, const std::string& op)
{
    const std::string name = domain == "ai.onnx" ? "" : domain;
    const auto* found = std::ranges::find_if(kExpanded, [&](const Expanded& one) { return name == one.domain && op == one.op; });
    return found == std::end(kExpanded) ? nullptr : found;
}

std::vector<TensorType> inputTypes(const Graph& graph, const Node& node)
{
    std::vector<TensorType> types;
    for (const ValueId input : node.inputs) {
        types.push_back(input == kNoValue ? TensorType() : graph.value(input).type.value_or(TensorType()));
    }
    return types;
}

KnownInputs withTypes(KnownInputs inputs, const std::vector<TensorType>& types)
{
    for (size_t i = 0; i < types.size(); ++i) {
        inputs.types[i] = inputs.types[i] ? &types[i] : nullptr;
    }
    return inputs;
}

} // namespace

Expansion::Expansion(Graph& graph, const Node& node, UniqueNames& names)
    : m_graph(graph)
    , m_node(node)
    , m_names(names)
    , m_types(inputTypes(graph, node))
    , m_call(node, withTypes({graph, node}, m_types))
{
}

ValueId Expansion::add(const char* what)
{
    return m_graph.add({m_names.reserve(fmt::format("{} {}", nameOf(m_graph, m_node), lowered(what))), std::nullopt, nullptr});
}

ValueId Expansion::apply(const char* op, std::vector<ValueId> inputs, Attributes attributes)
{
    const ValueId made = add(op);
    m_nodes.push_back({op, m_graph.value(made).name, std::move(attributes), std::move(inputs), {made}, {}});
    return made;
}

void Expansion::finish(size_t output, const char* op, std::vector<ValueId> inputs, Attributes attributes)
{
    if (isRead(output)) {
        m_nodes.push_back({op, nameOf(m_graph, m_node), std::move(attributes), std::move(inputs), {m_node.outputs[output]}, {}});
    }
}

std::vector<ValueId> Expansion::split(ValueId from, const std::vector<int64_t>& sizes)
{
    std::vector<ValueId> parts;
    std::ranges::for_each(sizes, [&](int64_t) { parts.push_back(add("part")); });
    m_nodes.push_back({"Split", nameOf(m_graph, m_node) + " split", {{"axis", int64_t{-1}}}, {from, integers(sizes)}, parts, {}});
    return parts;
}

ValueId Expansion::reshape(ValueId from, const Shape& shape)
{
    return apply("Reshape", {from, integers(shape)});
}

ValueId Expansion::transpose(ValueId from, const std::vector<int64_t>& perm)
{
    return apply("Transpose", {from}, {{"perm", perm}});
}

ValueId Expansion::number(double value)
{
    Tensor tensor(TensorType{m_call.realType(0).number, {}});
    withReal(tensor.number(), [&]<class T>() { tensor.as<T>()[0] = static_cast<T>(value); });
    return constant(std::move(tensor));
}

ValueId Expansion::integers(const std::vector<int64_t>& values)
{
    return constant(Tensor::of<int64_t>({std::ssize(values)}, values));
}

ValueId Expansion::constant(Tensor tensor)
{
    return m_graph.addConstant(m_names.reserve(nameOf(m_graph, m_node) + " constant"), std::move(tensor));
}

bool repeatsIn(const Shape& shape, const Shape& whole)
{
    bool fits = shape.size() <= whole.size();
    for (size_t i = 1; fits && i <= shape.size(); ++i) {
        fits = shape[shape.size() - i] == 1 || shape[shape.size() - i] == whole[whole.size() - i];
    }
    return fits;
}

bool isExpanded(const std::string& domain, const std::string& op)
{
    return find(domain, op) != nullptr;
}

Result<std::vector<Node>> expand(Graph& graph, const Node& node, UniqueNames& names, const std::string& domain)
{
    const Expanded& expanded = *find(domain, node.op);
    if (node.inputs.size() < expanded.leastInputs || node.inputs.size() > expanded.mostInputs) {
        return fail(ErrorCode::InvalidArgument, "it has {} inputs, not {}", node.inputs.size(),
                    countText(expanded.leastInputs, expanded.mostInputs));
    }
    try {
        Expansion to(graph, node, names);
        expanded.expand(to);
        std::vector<Node> nodes = to.take();
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            const auto makes = [&](const Node& one) { return std::ranges::count(one.outputs, node.outputs[i]) > 0; };
            if (to.isRead(i) && std::ranges::none_of(nodes, makes)) {
                return fail(ErrorCode::Unsupported, "its output {} is not supported", i + 1);
            }
        }
        return nodes;
    } catch (const OperatorError& problem) {
        return tl::make_unexpected(problem.error());
    }
}

} // namespace knobscope
