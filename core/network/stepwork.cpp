// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/stepwork.h"

#include "core/graph/operator.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace knobscope {

namespace {

/// Operations per element of the larger side; 1 for operators that are not listed.
const std::map<std::string_view, double> kOperations{{"Softmax", 4},
                                                     {"LogSoftmax", 5},
                                                     {"LayerNormalization", 7},
                                                     {"GroupNormalization", 7},
                                                     {"RMSNormalization", 5},
                                                     {"InstanceNormalization", 7},
                                                     {"LRN", 16},
                                                     {"BatchNormalization", 2},
                                                     {"Gelu", 8},
                                                     {"Erf", 8},
                                                     {"HardSwish", 4},
                                                     {"HardSigmoid", 3},
                                                     {"Sigmoid", 4},
                                                     {"Transpose", 0},
                                                     {"Reshape", 0},
                                                     {"Flatten", 0},
                                                     {"Squeeze", 0},
                                                     {"Unsqueeze", 0},
                                                     {"Concat", 0},
                                                     {"Split", 0},
                                                     {"Slice", 0},
                                                     {"Gather", 0},
                                                     {"GatherND", 0},
                                                     {"GatherElements", 0},
                                                     {"Expand", 0},
                                                     {"Identity", 0},
                                                     {"Pad", 0},
                                                     {"Cast", 0},
                                                     {"Constant", 0},
                                                     {"Shape", 0},
                                                     {"Tile", 0},
                                                     {"DepthToSpace", 0},
                                                     {"SpaceToDepth", 0},
                                                     {"layout", 0}};

/// Operators that read only the elements that they write.
constexpr std::string_view kPartReaders[] = {"Gather", "GatherND", "GatherElements", "Slice", "Split"};

double mostElements(const Graph& graph, const std::vector<ValueId>& values)
{
    double most = 0;
    for (const ValueId id : values) {
        if (id != kNoValue && graph.value(id).type) {
            most = std::max(most, static_cast<double>(elementsOf(graph.value(id).type->shape)));
        }
    }
    return most;
}

/// Multiply-adds per element of the output; 0 if unknown.
double depthOf(const Graph& graph, const Node& node)
{
    const auto shape = [&](size_t input) {
        const bool isThere = input < node.inputs.size() && node.inputs[input] != kNoValue && graph.value(node.inputs[input]).type;
        return isThere ? graph.value(node.inputs[input]).type->shape : Shape();
    };
    if ((node.op == "Conv" || node.op == "ConvInteger") && shape(1).size() > 1) {
        const Shape weights = shape(1);
        double depth = 1;
        for (size_t d = 1; d < weights.size(); ++d) {
            depth *= static_cast<double>(weights[d]);
        }
        return depth;
    }
    const bool isRecurrent = node.op == "LSTM" || node.op == "GRU" || node.op == "RNN";
    if (const Shape recurrence = shape(2); isRecurrent && recurrence.size() == 3 && recurrence[2] > 0 && shape(1).size() == 3) {
        return static_cast<double>(recurrence[1] / recurrence[2] * (shape(1)[2] + recurrence[2])); // gates * (features + units)
    }
    const Shape left = shape(0);
    if ((node.op == "MatMul" || node.op == "MatMulInteger" || node.op == "Gemm") && !left.empty()) {
        const bool isTransposed = node.op == "Gemm" && OperatorCall(graph, node).integer("transA", 0) != 0;
        return static_cast<double>(isTransposed ? left.front() : left.back());
    }
    return 0;
}

double flopsOf(const Graph& graph, const Step& step)
{
    if (step.flops > 0 || step.node < 0) {
        return step.flops;
    }
    const Node& node = graph.nodes[static_cast<size_t>(step.node)];
    const double written = mostElements(graph, node.outputs);
    if (const double depth = depthOf(graph, node); depth > 0) {
        return 2 * depth * written;
    }
    const double elements = std::max(written, mostElements(graph, node.inputs));
    double perElement = 0;
    for (std::string_view rest = step.op; !rest.empty();) {
        const size_t end = rest.find(" + ");
        const auto known = kOperations.find(rest.substr(0, end));
        perElement += known == kOperations.end() ? 1 : known->second;
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 3);
    }
    return perElement * elements;
}

} // namespace

StepWork workOf(const Program& program, const Step& step)
{
    StepWork work{flopsOf(program.graph, step), 0, 0};
    int64_t most = -1; // bytes that an operand counts at most; -1: all
    if (step.node >= 0
        && std::ranges::find(kPartReaders, program.graph.nodes[static_cast<size_t>(step.node)].op) != std::end(kPartReaders)) {
        most = 0;
        for (const ValueId id : program.graph.nodes[static_cast<size_t>(step.node)].outputs) {
            const auto& type = program.graph.value(id).type;
            most += type ? elementsOf(type->shape) * type->number.bytes() : 0;
        }
    }
    for (const Place& place : step.places) {
        const bool isRead = !place.isWeight || place.offset < program.runWeightBytes;
        const auto bytes = static_cast<double>(!isRead ? 0 : most < 0 ? place.bytes : std::min(place.bytes, most));
        work.bytes += bytes;
        work.weightBytes += place.isWeight ? bytes : 0;
    }
    return work;
}

} // namespace knobscope
