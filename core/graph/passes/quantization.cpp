// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/passes/quantization.h"

#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

namespace knobscope {

namespace {

bool hasAttribute(const Node& node, const char* name, const Attribute& wanted, bool isDefault)
{
    const auto found = node.attributes.find(name);
    return found == node.attributes.end() ? isDefault : found->second == wanted;
}

/// Whether a Gemm multiplies rows by weights and adds a bias, without factors.
bool isPlainGemm(const Node& node)
{
    return node.op == "Gemm" && hasAttribute(node, "transA", int64_t{0}, true) && hasAttribute(node, "alpha", 1.0, true)
        && hasAttribute(node, "beta", 1.0, true);
}

} // namespace

int64_t axisOfOutputs(const Node& node)
{
    return node.op == "MatMul" || (node.op == "Gemm" && !hasAttribute(node, "transB", int64_t{1}, false)) ? 1 : 0;
}

bool multipliesRows(const Node& node, const Shape& data, const Shape& weights)
{
    return (node.op == "MatMul" || isPlainGemm(node)) && data.size() >= 2 && weights.size() == 2 && elementsOf(data) > 0
        && elementsOf(weights) > 0;
}

bool sumsAsIntegers(const Node& node, const Shape& data, const Shape& weights)
{
    constexpr int64_t mostRows = 8; // each is an image of its own
    const bool isDense = isPlainGemm(node) && axisOfOutputs(node) == 0;
    const bool isRanked = isDense ? data.size() == 2 : data.size() == 3 || data.size() == 4; // a line is an image of height 1
    if ((node.op != "Conv" && !isDense) || !isRanked || weights.size() != data.size() || (isDense && data[0] > mostRows)) {
        return false;
    }
    const auto group = node.attributes.find("group");
    const int64_t groups = group == node.attributes.end() ? 1 : std::get<int64_t>(group->second);
    const bool isDepthwise = groups == data[1] && weights[0] == groups;
    constexpr int64_t word = 4; // channels of a dot product; without whole ones float32 is faster, up to a third
    const bool hasWords = weights[1] % word == 0 && weights[0] / groups >= word;
    return elementsOf(data) > 0 && elementsOf(weights) > 0 && (groups == 1 || isDepthwise || hasWords);
}

std::optional<Scaling> scalingOf(const Graph& graph, const Node& node, int64_t axis)
{
    const Tensor* scales = constantOf(graph, node, 1);
    const bool hasZeros = node.inputs.size() > 2 && node.inputs[2] != kNoValue;
    const Tensor* zeros = constantOf(graph, node, 2);
    if (!scales || !node.unsupported.empty() || (hasZeros && !zeros) || scales->number() != ir::float32
        || (zeros && zeros->size() != scales->size())) {
        return std::nullopt;
    }
    const auto own = node.attributes.find("axis");
    if (scales->size() != 1 && (own == node.attributes.end() ? axis != 1 : own->second != Attribute(axis))) {
        return std::nullopt;
    }
    return Scaling{scales->reals(), zeros ? zeros->reals() : std::vector<double>(static_cast<size_t>(scales->size()))};
}

QuantizerUnits::QuantizerUnits(const Graph& graph)
    : m_uses(usesOf(graph))
    , m_readers(graph.values.size(), -1)
{
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        for (const ValueId input : presentValues(graph.nodes[n].inputs)) {
            m_readers[static_cast<size_t>(input)] = static_cast<int>(n);
        }
    }
}

std::optional<double> QuantizerUnits::takeUnit(Graph& graph, std::vector<Node>& nodes, ValueId value)
{
    const auto onlyReader = [&](ValueId of) {
        const int reader = m_readers[static_cast<size_t>(of)];
        Node* node = m_uses[static_cast<size_t>(of)] == 1 && reader >= 0 ? &nodes[static_cast<size_t>(reader)] : nullptr;
        return node && node->inputs[0] == of ? node : nullptr;
    };
    Node* next = onlyReader(value);
    if (next && next->op == "Relu" && next->unsupported.empty()) {
        next = onlyReader(next->outputs[0]);
    }
    const auto scaling = next && next->op == "QuantizeLinear" ? scalingOf(graph, *next, -1) : std::nullopt;
    if (!scaling || scaling->scales.size() != 1 || scaling->scales[0] == 1) {
        return std::nullopt;
    }
    const Shape shape = constantOf(graph, *next, 1)->shape();
    next->inputs[1] = graph.addConstant(UniqueNames(graph).reserve(graph.value(next->outputs[0]).name + " unit"),
                                        Tensor::of<float>(shape, {1}));
    return scaling->scales[0];
}

} // namespace knobscope
