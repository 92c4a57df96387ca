// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"

#include "core/graph/numbers.h"

#include <algorithm>
#include <set>

namespace knobscope {
namespace {

/// Returns the operator, or why the node is not a valid use of it.
Result<const Operator*> operatorOf(const Node& node, const std::vector<const TensorType*>& types)
{
    const Operator* op = findOperator(node.op);
    if (!op) {
        return fail(ErrorCode::Unsupported, "the operator {} is not supported", quotedName(node.op));
    }
    size_t given = types.size();
    while (given > 0 && !types[given - 1]) {
        --given;
    }
    const bool hasFirst =
        std::all_of(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(std::min(given, op->leastInputs)),
                    [](const TensorType* type) { return type != nullptr; });
    if (given < op->leastInputs || given > op->mostInputs || !hasFirst) {
        return fail(ErrorCode::InvalidArgument, "it has {} inputs, not {}", given, countText(op->leastInputs, op->mostInputs));
    }
    return op;
}

/// Checks that an operator inferred valid types, at least one for each output of the node.
Result<std::vector<TensorType>> checkedTypes(const OperatorCall& call, std::vector<TensorType> types)
{
    if (types.size() < call.outputs()) {
        return fail(ErrorCode::Unsupported, "it has {} outputs; only {} can be computed", call.outputs(), types.size());
    }
    for (const TensorType& type : types) {
        TRY(checkShape(type.shape));
    }
    return types;
}

} // namespace

const TensorType& OperatorCall::type(size_t input) const
{
    require(has(input), "input {} is missing", input + 1);
    return *m_inputs.types[input];
}

const Tensor& OperatorCall::value(size_t input) const
{
    (void)type(input);
    if (!known(input)) {
        throw OperatorError(
            {ErrorCode::DependsOnData, phrase("input {} determines the output's shape, but is not a constant", input + 1)});
    }
    return *known(input);
}

size_t OperatorCall::axis(int64_t axis, size_t rank, const Sentence& what) const
{
    const auto axes = static_cast<int64_t>(rank);
    require(axis >= -axes && axis < axes, "{} is {}, but there are {} axes", what, axis, rank);
    return static_cast<size_t>(axis < 0 ? axis + axes : axis);
}

std::vector<size_t> OperatorCall::axes(const std::vector<int64_t>& given, size_t rank, const Sentence& what) const
{
    std::vector<size_t> all;
    std::set<size_t> seen;
    for (const int64_t one : given) {
        all.push_back(axis(one, rank, what));
        require(seen.insert(all.back()).second, "{} names axis {} twice", what, one);
    }
    return all;
}

int64_t OperatorCall::place(int64_t index, int64_t extent) const
{
    require(index >= -extent && index < extent, "index {} is outside of an extent of {}", index, extent);
    return index < 0 ? index + extent : index;
}

Shape OperatorCall::broadcast(const Shape& one, const Shape& other) const
{
    const Shape& longer = one.size() >= other.size() ? one : other;
    const Shape& shorter = one.size() >= other.size() ? other : one;
    Shape all = longer;
    for (size_t i = 1; i <= shorter.size(); ++i) {
        int64_t& extent = all[all.size() - i];
        const int64_t next = shorter[shorter.size() - i];
        require(extent == next || extent == 1 || next == 1, "tensors of shapes {} and {} are incompatible", shapeText(one),
                shapeText(other));
        extent = extent == 1 ? next : extent;
    }
    return all;
}

Shape OperatorCall::broadcast(size_t inputs) const
{
    Shape all;
    for (size_t input = 0; input < inputs; ++input) {
        all = broadcast(all, shape(input));
    }
    return all;
}

const TensorType& OperatorCall::realType(size_t input) const
{
    const TensorType& given = type(input);
    if (!given.number.isFloat()) {
        unsupported("input {} is {}; only float32 and float64 are supported", input + 1, given.number.text());
    }
    return given;
}

void OperatorCall::inParts(int64_t count, int64_t cost, const std::function<void(int64_t, int64_t)>& body) const
{
    constexpr int64_t leastWork = 1 << 14; // some microseconds: what waking a thread costs
    if (m_workers && count > 1 && count * cost >= leastWork) {
        (*m_workers)(count, body);
    } else {
        body(0, count);
    }
}

Sentence countText(size_t least, size_t most)
{
    return least == most ? Sentence(std::to_string(least))
         : most > 1000   ? phrase("{} or more", least)
                         : phrase("{} to {}", least, most);
}

Result<std::vector<TensorType>> inferNode(const Node& node, const KnownInputs& inputs)
{
    const auto op = TRY(operatorOf(node, inputs.types));
    const OperatorCall call(node, inputs);
    try {
        auto types = checkedTypes(call, op->infer(call));
        for (const auto& [name, value] : node.attributes) {
            if (!call.readAttributes().contains(name)) {
                call.unsupported("attribute {} is unknown", quotedName(name));
            }
        }
        return types;
    } catch (const OperatorError& refusal) {
        return tl::make_unexpected(refusal.error());
    }
}

bool isKnown(const Node& node, const KnownInputs& inputs)
{
    const Operator* op = findOperator(node.op);
    bool isKnown = op != nullptr;
    for (size_t i = 0; i < inputs.types.size(); ++i) {
        isKnown = isKnown && (!inputs.types[i] || inputs.values[i] || op->kind == OperatorKind::OfTypes);
    }
    return isKnown;
}

Result<std::vector<Tensor>> evaluateNode(const Node& node, const KnownInputs& inputs, const Workers* workers)
{
    return evaluateAs(TRY(inferNode(node, inputs)), node, inputs, workers);
}

Result<std::vector<Tensor>> evaluateAs(const std::vector<TensorType>& types, const Node& node, const KnownInputs& inputs,
                                       const Workers* workers)
{
    std::vector<Tensor> outputs;
    for (const TensorType& type : types) {
        outputs.emplace_back(type);
    }
    TRY(evaluateInto(outputs, node, inputs, workers));
    return outputs;
}

Result<void> evaluateInto(std::span<Tensor> outputs, const Node& node, const KnownInputs& inputs, const Workers* workers)
{
    try {
        findOperator(node.op)->evaluate(OperatorCall(node, inputs, workers), outputs);
    } catch (const OperatorError& refusal) {
        return tl::make_unexpected(refusal.error());
    }
    return {};
}

} // namespace knobscope
