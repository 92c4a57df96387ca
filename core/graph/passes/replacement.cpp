// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/passes/replacement.h"

namespace knobscope {

Replacement::Replacement(Graph& graph, UniqueNames& names, const Node& node, std::vector<Node>& made)
    : m_graph(graph)
    , m_names(names)
    , m_node(node)
    , m_made(made)
{
}

std::string Replacement::nameOf(const std::string& part) const
{
    return m_graph.value(m_node.outputs[0]).name + " " + part;
}

ValueId Replacement::add(const char* op, const std::string& part, std::vector<ValueId> inputs, Attributes attributes,
                         const Shape& shape, bool isLast)
{
    const ValueId to =
        isLast ? m_node.outputs[0]
               : m_graph.add({m_names.reserve(nameOf(part.empty() ? "sums" : part)), TensorType{ir::float32, shape}, nullptr});
    m_made.push_back({op,
                      part.empty() ? m_node.name : fmt::format("{} ({})", m_node.name, part),
                      std::move(attributes),
                      std::move(inputs),
                      {to},
                      {}});
    return to;
}

ValueId Replacement::reshaped(const std::string& part, ValueId value, const Shape& shape, bool isLast)
{
    return add("Reshape", part, {value, numbers(part + " shape", shape)}, {}, shape, isLast);
}

ValueId Replacement::numbers(const std::string& part, const std::vector<int64_t>& list)
{
    return m_graph.addConstant(m_names.reserve(nameOf(part)), Tensor::of<int64_t>({std::ssize(list)}, list));
}

} // namespace knobscope
