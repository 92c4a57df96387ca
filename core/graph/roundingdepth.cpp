// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/roundingdepth.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// Elements of a value for each place along an axis; 1 if its type is unknown.
int64_t elementsPer(const Value& value, size_t axis)
{
    if (!value.type || value.type->shape.size() <= axis || value.type->shape[axis] == 0) {
        return 1;
    }
    return elementsOf(value.type->shape) / value.type->shape[axis];
}

/// Number of terms that are summed up for one element of the node's output.
int64_t termsOf(const Graph& graph, const Node& node)
{
    const auto input = [&](size_t i) -> const Value* {
        return i < node.inputs.size() && node.inputs[i] != kNoValue ? &graph.value(node.inputs[i]) : nullptr;
    };
    const Value* first = input(0);
    const Value* second = input(1);
    if (!first || !first->type || first->type->shape.empty()) {
        return 1;
    }
    const Shape& shape = first->type->shape;
    if ((node.op == "Conv" || node.op == "ConvTranspose") && second) {
        return elementsPer(*second, node.op == "Conv" ? 0 : 1);
    }
    if (node.op == "Gemm") {
        const auto transposed = node.attributes.find("transA");
        return transposed != node.attributes.end() && transposed->second == Attribute(int64_t{1}) ? shape.front() : shape.back();
    }
    if (node.op == "MatMul" || node.op == "Softmax" || node.op == "LogSoftmax" || node.op == "LayerNormalization") {
        return shape.back();
    }
    if (node.op == "InstanceNormalization") {
        return shape.size() > 1 && shape[1] > 0 ? elementsPer(*first, 0) / shape[1] : 1;
    }
    const Value* output = node.outputs.empty() || node.outputs[0] == kNoValue ? nullptr : &graph.value(node.outputs[0]);
    const bool isReduction = node.op.starts_with("Reduce") || node.op.starts_with("Global");
    return isReduction && output && output->type && elementsOf(output->type->shape) > 0
             ? elementsOf(shape) / elementsOf(output->type->shape)
             : 1;
}

} // namespace

double roundingDepth(const Graph& graph, ValueId output)
{
    std::vector<double> depths(graph.values.size(), 0);
    for (const Node& node : graph.nodes) {
        double depth = 0;
        for (const ValueId input : presentValues(node.inputs)) {
            depth = std::max(depth, depths[static_cast<size_t>(input)]);
        }
        depth += std::sqrt(static_cast<double>(std::max<int64_t>(1, termsOf(graph, node))));
        for (const ValueId value : presentValues(node.outputs)) {
            depths[static_cast<size_t>(value)] = depth;
        }
    }
    return std::max(1.0, depths[static_cast<size_t>(output)]);
}

} // namespace knobscope
