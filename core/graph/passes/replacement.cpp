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

void Replacement::interleave(ValueId value, const Shape& positions, const Shape& phases, const Shape& crop)
{
    const Shape output = m_graph.value(m_node.outputs[0]).type->shape;
    const size_t count = positions.size();
    Shape divided{output[0], output[1]}, between = divided, whole = divided;
    std::vector<int64_t> order{0, 1}, axes, ends;
    divided.insert(divided.end(), phases.begin(), phases.end());
    for (size_t axis = 0; axis < count; ++axis) {
        divided.push_back(positions[axis]);
        between.insert(between.end(), {positions[axis], phases[axis]});
        whole.push_back(positions[axis] * phases[axis]);
        order.push_back(static_cast<int64_t>(2 + count + axis));
        order.push_back(static_cast<int64_t>(2 + axis));
        axes.push_back(static_cast<int64_t>(axis) + 2);
        ends.push_back(crop[axis] + output[axis + 2]);
    }
    if (elementsOf(phases) > 1) {
        value = reshaped("phases", value, divided);
        value = add("Transpose", "interleave", {value}, {{"perm", order}}, between);
        value = reshaped("image", value, whole, whole == output);
    }
    if (whole != output) {
        const ValueId starts = numbers("starts", crop);
        add("Slice", "crop", {value, starts, numbers("ends", ends), numbers("axes", axes)}, {}, output, true);
    }
}

Tensor repeatedBias(const Tensor& bias, int64_t times)
{
    Tensor result(TensorType{ir::float32, {elementsOf(bias.shape()) * times}});
    for (size_t i = 0; i < result.as<float>().size(); ++i) {
        result.as<float>()[i] = bias.as<float>()[i / static_cast<size_t>(times)];
    }
    return result;
}

} // namespace knobscope
