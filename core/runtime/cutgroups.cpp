// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/cutgroups.h"

#include "core/ir/dot.h"
#include "core/ir/sharing.h"
#include "core/runtime/definition.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace knobscope {
namespace {

using ir::Expr;

/// Conditions and sums of integers are values inside a kernel; no kernel reads or writes them.
bool isInsideOnly(ir::DataType number)
{
    return number.isBool() || number == ir::int32;
}

/// Operators with formulas that are also right for integers.
constexpr std::string_view kOfIntegers[] = {
    "QuantizeLinear", "DequantizeLinear", "SubtractZeroPoint", "Cast", "Identity", "Max", "Min", "Relu", "Clip"};
/// Operators with definitions that are also right for integers.
constexpr std::string_view kDefinedForIntegers[] = {"ConvInteger", "MaxPool", "Concat", "Transpose", "Slice", "Gather", "Pad"};

bool hasIntegers(const Graph& graph, const Node& node)
{
    const auto isInteger = [&](ValueId id) {
        return id != kNoValue && graph.value(id).type && graph.value(id).type->number.isInteger() && !graph.value(id).constant;
    };
    return std::ranges::any_of(node.inputs, isInteger) || isInteger(node.outputs[0]);
}

/// True for sums of integers that kernels compute, with templates or by definition.
bool sumsIntegers(const Graph& graph, const Node& node)
{
    const auto& type = graph.value(node.inputs[0]).type;
    return (node.op == "ConvInteger" || node.op == "MatMulInteger") && node.inputs.size() == 2 && type
        && (type->number == ir::int16 || (type->number == ir::uint8 && isRead(graph.value(node.inputs[1]))));
}

constexpr int64_t kMostWeight = 1024; // of a chain of element-wise operators in one kernel: compile time grows with it

/// The nodes of a group in parts that only one float32 value leaves: the output of the last node.
std::vector<std::vector<size_t>> partsOf(const Graph& graph, const Group& group)
{
    const std::vector<size_t> nodes = nodesOf(group);
    std::map<ValueId, size_t> lastReader; // position in nodes
    for (size_t i = 0; i < nodes.size(); ++i) {
        for (const ValueId input : presentValues(graph.nodes[nodes[i]].inputs)) {
            lastReader[input] = i;
        }
    }
    std::vector<std::vector<size_t>> parts(1);
    size_t needed = 0; // position of the last reader of the values before the last one
    for (size_t i = 0; i < nodes.size(); ++i) {
        parts.back().push_back(nodes[i]);
        const ValueId made = graph.nodes[nodes[i]].outputs[0];
        const auto& type = graph.value(made).type;
        if (needed <= i && i + 1 < nodes.size() && !(type && isInsideOnly(type->number))) {
            parts.emplace_back();
        }
        needed = std::max(needed, lastReader.contains(made) ? lastReader[made] : 0);
    }
    return parts;
}

/// Weight of a part in a kernel, without its first node if that is a sum of integers; nullopt if expressions cannot represent
/// one of its nodes, or if it ends in a value that no kernel writes.
std::optional<int64_t> weightOf(const Graph& graph, const std::vector<size_t>& part)
{
    std::set<ValueId> inside;
    int64_t weight = 0;
    for (const size_t n : part) {
        if (n == part.front() && sumsIntegers(graph, graph.nodes[n])) {
            inside.insert(graph.nodes[n].outputs[0]);
            continue;
        }
        const auto own = weightInKernel(graph, graph.nodes[n], inside);
        if (!own) {
            return std::nullopt;
        }
        weight += *own;
        inside.insert(graph.nodes[n].outputs[0]);
    }
    return isStored(graph.value(graph.nodes[part.back()].outputs[0])) ? std::optional(weight) : std::nullopt;
}

} // namespace

bool definesIntegers(const Graph& graph, const Node& node)
{
    return !hasIntegers(graph, node) || std::ranges::find(kDefinedForIntegers, node.op) != std::end(kDefinedForIntegers);
}

std::optional<int64_t> weightInKernel(const Graph& graph, const Node& node, const std::set<ValueId>& inside)
{
    const auto& type = graph.value(node.outputs[0]).type;
    if (!type || (!isStored(graph.value(node.outputs[0])) && !isInsideOnly(type->number))
        || node.inputs.size() > kMostKernelInputs
        || (hasIntegers(graph, node) && std::ranges::find(kOfIntegers, node.op) == std::end(kOfIntegers))) {
        return std::nullopt;
    }
    std::vector<Expr> inputs;
    for (const ValueId input : node.inputs) {
        const bool isInside = input != kNoValue && inside.contains(input);
        if (input != kNoValue && !isInside && !isRead(graph.value(input)) && !graph.value(input).constant) {
            return std::nullopt;
        }
        const bool isCondition = isInside && graph.value(input).type->number.isBool();
        inputs.push_back(isInside || (input != kNoValue && isRead(graph.value(input)))
                             ? ir::letRef(ir::Var("x"), isCondition ? graph.value(input).type->number : ir::float32)
                             : Expr());
    }
    try {
        const auto formula = elementWise(OperatorCall(graph, node), inputs);
        if (!formula) {
            return std::nullopt;
        }
        ir::SharedExpr shared = ir::bindShared(*formula);
        return ir::weightOf(ir::let(std::move(shared.bindings), shared.body));
    } catch (const OperatorError&) {
        return std::nullopt;
    }
}

std::vector<Group> cutGroups(const Graph& graph, const std::vector<Group>& groups,
                             const std::function<bool(size_t anchor)>& isChosen)
{
    std::vector<Group> all;
    for (const Group& group : groups) {
        bool takesMore = false;
        int64_t weight = 0;
        for (const std::vector<size_t>& part : partsOf(graph, group)) {
            const auto own = weightOf(graph, part);
            weight += own.value_or(0);
            if (takesMore && own && weight <= kMostWeight) {
                all.back().epilogue.insert(all.back().epilogue.end(), part.begin(), part.end());
            } else if (own && *own <= kMostWeight) {
                all.push_back({part.front(), {part.begin() + 1, part.end()}});
                weight = *own;
                takesMore = true;
            } else {
                std::ranges::for_each(part, [&](size_t n) { all.push_back({n, {}}); });
                const Node& node = graph.nodes[part.front()];
                weight = own.value_or(0);
                takesMore = part.size() == 1
                         && (own || isChosen(part.front()) || node.op == "Conv" || node.op == "ConvTranspose"
                             || node.op == "MatMul" || isFold(node));
            }
        }
    }
    return all;
}

} // namespace knobscope
