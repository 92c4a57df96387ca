// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/downgrade.h"

#include "core/base/strings.h"
#include "core/graph/numbers.h"
#include "core/graph/operator.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// True if an attribute has no effect: exporters write defaults of newer opsets, and the first opsets had attributes that were
/// removed later.
bool isIdle(const std::string& op, const std::string& name, const Attribute& value)
{
    const auto* list = std::get_if<std::vector<int64_t>>(&value);
    const bool isUndilated =
        name == "dilations" && list && std::ranges::all_of(*list, [](int64_t dilation) { return dilation == 1; });
    const bool isOfNormal =
        op == "BatchNormalization" && (name == "is_test" || (name == "spatial" && value == Attribute(int64_t{1})));
    const bool isOfFloat8 = name == "saturate" && (op == "Cast" || op == "CastLike");
    const bool isOfTraining = op == "Dropout";
    return isUndilated || isOfNormal || isOfFloat8 || isOfTraining || name == "consumed_inputs";
}

int64_t integerOf(const Node& node, const std::string& name, int64_t fallback)
{
    const auto found = node.attributes.find(name);
    const auto* value = found == node.attributes.end() ? nullptr : std::get_if<int64_t>(&found->second);
    return value ? *value : fallback;
}

bool toHalf(const Node& node)
{
    const auto to = node.attributes.find("to");
    return to != node.attributes.end()
        && (to->second == Attribute(std::string("float16")) || to->second == Attribute(std::string("bfloat16")));
}

/// Frees the names of values that no node has any more, so that a file that is read and written again gets the same names.
Graph withoutUnusedNames(Graph graph)
{
    std::vector<bool> isUsed(graph.values.size());
    const auto use = [&](const std::vector<ValueId>& ids) {
        for (const ValueId id : presentValues(ids)) {
            isUsed[static_cast<size_t>(id)] = true;
        }
    };
    use(graph.inputs);
    use(graph.outputs);
    for (const Node& node : graph.nodes) {
        use(node.inputs);
        use(node.outputs);
    }
    for (size_t id = 0; id < graph.values.size(); ++id) {
        if (!isUsed[id]) {
            graph.values[id].name.clear();
        }
    }
    return graph;
}

class Downgrader
{
public:
    Downgrader(Graph graph, int64_t opset)
        : m_graph(withoutUnusedNames(std::move(graph)))
        , m_names(m_graph)
        , m_opset(opset)
    {
    }

    Graph run() &&
    {
        const std::vector<Node> nodes = std::exchange(m_graph.nodes, {});
        for (const Node& node : nodes) {
            express(node);
        }
        return std::move(m_graph);
    }

private:
    void express(Node node)
    {
        std::erase_if(node.attributes, [&](const auto& attribute) { return isIdle(node.op, attribute.first, attribute.second); });
        const bool isKnown = node.unsupported.empty();
        if (node.op == "Gelu" && m_opset < 20 && isKnown) {
            return expressGelu(node);
        }
        if (node.op == "RMSNormalization" && m_opset < 23 && isKnown) {
            return expressRmsNorm(node);
        }
        if (node.op == "Mish" && m_opset < 18 && isKnown) {
            return finish(node, "Mul", {node.inputs[0], apply(node, "Tanh", {apply(node, "Softplus", {node.inputs[0]})})});
        }
        if (node.op == "Cast" && isKnown && toHalf(node)) { // the values stay float32
            const ValueId half = m_graph.add({freeName(node, "half"), std::nullopt, nullptr});
            m_graph.nodes.push_back({"Cast", freeName(node, "rounded"), node.attributes, node.inputs, {half}, {}});
            node.attributes["to"] = std::string("float32");
            node.inputs = {half};
        }
        if (node.op == "Split" && isKnown) {
            giveSizes(node);
        } else if (node.op == "Pad" && m_opset < 18 && isKnown) {
            padAllAxes(node);
        } else if (node.op.starts_with("Reduce") && node.op != "ReduceSum" && m_opset < 18) {
            nameAxes(node);
        }
        while (!node.inputs.empty() && node.inputs.back() == kNoValue) {
            node.inputs.pop_back();
        }
        m_graph.nodes.push_back(std::move(node));
    }

    /// Expresses Gelu as x / 2 * (1 + erf(x / sqrt(2))), or with tanh(sqrt(2 / pi) * (x + 0.044715 * x * x * x)) in place of erf.
    void expressGelu(const Node& node)
    {
        const ValueId x = node.inputs[0];
        const auto approximate = node.attributes.find("approximate");
        const bool byTanh = approximate != node.attributes.end() && approximate->second == Attribute(std::string("tanh"));
        ValueId inner = kNoValue;
        if (byTanh) {
            const ValueId cube = apply(node, "Mul", {apply(node, "Mul", {x, x}), x});
            const ValueId sum = apply(node, "Add", {x, apply(node, "Mul", {cube, number(node, "cubic", 0.044715)})});
            inner = apply(node, "Tanh", {apply(node, "Mul", {sum, number(node, "scale", std::sqrt(2 / M_PI))})});
        } else {
            inner = apply(node, "Erf", {apply(node, "Mul", {x, number(node, "scale", std::sqrt(0.5))})});
        }
        const ValueId sum = apply(node, "Add", {inner, number(node, "one", 1)});
        finish(node, "Mul", {apply(node, "Mul", {x, sum}), number(node, "half", 0.5)});
    }

    /// Expresses RMSNormalization as x / sqrt(mean(x * x) + epsilon) * scale.
    void expressRmsNorm(const Node& node)
    {
        const ValueId x = node.inputs[0];
        const auto rank = std::ssize(m_graph.value(x).type->shape);
        const int64_t first = integerOf(node, "axis", -1);
        std::vector<int64_t> axes;
        for (int64_t axis = first < 0 ? first + rank : first; axis < rank; ++axis) {
            axes.push_back(axis);
        }
        const auto epsilon = node.attributes.find("epsilon");
        const double* given = epsilon == node.attributes.end() ? nullptr : std::get_if<double>(&epsilon->second);
        const ValueId mean = apply(node, "ReduceMean", {apply(node, "Mul", {x, x})});
        if (m_opset < 18) {
            m_graph.nodes.back().attributes["axes"] = axes;
        } else {
            m_graph.nodes.back().inputs.push_back(integers(node, "axes", axes));
        }
        const ValueId sum = apply(node, "Add", {mean, number(node, "epsilon", given ? *given : 1e-5)});
        const ValueId root = apply(node, "Sqrt", {sum});
        for (const ValueId smaller : {mean, sum, root}) {
            m_graph.value(smaller).type.reset();
        }
        finish(node, "Mul", {apply(node, "Div", {x, root}), node.inputs[1]});
    }

    /// Adds explicit sizes: opset 18 requires sizes or 'num_outputs', and older opsets cannot split unevenly without sizes.
    void giveSizes(Node& node)
    {
        const bool hasSizes = node.inputs.size() > 1 && node.inputs[1] != kNoValue;
        const auto types = inferNode(node, {m_graph, node});
        if (hasSizes || !types) {
            return;
        }
        node.attributes.erase("num_outputs");
        const int64_t axis = integerOf(node, "axis", 0);
        std::vector<int64_t> sizes;
        for (const TensorType& type : *types) {
            sizes.push_back(type.shape[static_cast<size_t>(axis < 0 ? axis + std::ssize(type.shape) : axis)]);
        }
        node.inputs.resize(2);
        node.inputs[1] = integers(node, "sizes", sizes);
    }

    void padAllAxes(Node& node)
    {
        const auto& type = m_graph.value(node.inputs[0]).type;
        if (node.inputs.size() < 4 || node.inputs[3] == kNoValue || !type) {
            return;
        }
        const auto& given = m_graph.value(node.inputs[1]).constant;
        const auto& axes = m_graph.value(node.inputs[3]).constant;
        if (!given || !axes) {
            return;
        }
        const size_t rank = type->shape.size();
        const std::vector<int64_t> numbers = given->integers();
        const std::vector<int64_t> padded = axes->integers();
        std::vector<int64_t> pads(2 * rank, 0);
        for (size_t i = 0; i < padded.size(); ++i) {
            const auto axis = static_cast<size_t>(padded[i] < 0 ? padded[i] + static_cast<int64_t>(rank) : padded[i]);
            pads[axis] = numbers[i];
            pads[rank + axis] = numbers[padded.size() + i];
        }
        node.inputs[1] = integers(node, "pads", pads);
        node.inputs.resize(3);
    }

    /// Turns the axes input into an attribute. Reductions over no axis become Identity if they return their input unchanged.
    void nameAxes(Node& node)
    {
        const bool hasAxes = node.inputs.size() > 1 && node.inputs[1] != kNoValue;
        const auto* second = hasAxes ? m_graph.value(node.inputs[1]).constant.get() : nullptr;
        if (hasAxes && !second) {
            return;
        }
        const std::vector<int64_t> axes = second ? second->integers() : std::vector<int64_t>();
        const bool keepsAll = integerOf(node, "noop_with_empty_axes", 0) != 0;
        if (axes.empty() && keepsAll) {
            const bool isIdentity = node.op == "ReduceMax" || node.op == "ReduceMin" || node.op == "ReduceMean"
                                 || node.op == "ReduceProd" || node.op == "ReduceLogSumExp";
            if (isIdentity) {
                node = Node{"Identity", node.name, {}, {node.inputs[0]}, node.outputs, {}};
            }
            return;
        }
        node.attributes.erase("noop_with_empty_axes");
        if (!axes.empty()) {
            node.attributes["axes"] = axes;
        }
        node.inputs.resize(1);
    }

    /// Adds a node `op` whose output has the type of the node's first input, and returns that output.
    ValueId apply(const Node& node, const char* op, std::vector<ValueId> inputs)
    {
        const std::string name = freeName(node, lowered(op));
        const ValueId made = m_graph.add({name, m_graph.value(node.inputs[0]).type, nullptr});
        m_graph.nodes.push_back({op, name, {}, std::move(inputs), {made}, {}});
        return made;
    }
    void finish(const Node& node, const char* op, std::vector<ValueId> inputs)
    {
        m_graph.nodes.push_back({op, node.name, {}, std::move(inputs), node.outputs, {}});
    }

    ValueId number(const Node& node, const char* what, double value)
    {
        Tensor tensor(TensorType{m_graph.value(node.inputs[0]).type->number, {}});
        withReal(tensor.number(), [&]<class T>() { tensor.as<T>()[0] = static_cast<T>(value); });
        return m_graph.addConstant(freeName(node, what), std::move(tensor));
    }
    ValueId integers(const Node& node, const char* what, const std::vector<int64_t>& values)
    {
        return m_graph.addConstant(freeName(node, what), Tensor::of<int64_t>({std::ssize(values)}, values));
    }
    std::string freeName(const Node& node, const std::string& what)
    {
        return m_names.reserve(fmt::format("{} {}", nameOf(m_graph, node), what));
    }

    Graph m_graph;
    UniqueNames m_names;
    int64_t m_opset;
};

} // namespace

Graph downgradeToOpset(Graph graph, int64_t opset)
{
    return Downgrader(std::move(graph), opset).run();
}

} // namespace knobscope
