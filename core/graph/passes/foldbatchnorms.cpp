// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/parallelfor.h"
#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// A batch norm as y = scale * x + shift, with one scale and shift for each channel.
struct ChannelScale {
    std::vector<double> scale, shift;

    ChannelScale(const Graph& graph, const Node& norm)
        : scale(graph.value(norm.inputs[1]).constant->reals())
        , shift(graph.value(norm.inputs[2]).constant->reals())
    {
        const std::vector<double> mean = graph.value(norm.inputs[3]).constant->reals();
        const std::vector<double> variance = graph.value(norm.inputs[4]).constant->reals();
        const double epsilon = OperatorCall(graph, norm).real("epsilon", 1e-5);
        for (size_t c = 0; c < scale.size(); ++c) {
            scale[c] /= std::sqrt(variance[c] + epsilon);
            shift[c] -= mean[c] * scale[c];
        }
    }
};

bool isConstant(const Graph& graph, const Node& node, size_t input)
{
    return input < node.inputs.size() && node.inputs[input] != kNoValue && graph.value(node.inputs[input]).constant;
}

bool isFoldableNorm(const Graph& graph, const Node& node)
{
    return node.op == "BatchNormalization" && node.unsupported.empty() && node.outputs.size() == 1 && isConstant(graph, node, 1)
        && isConstant(graph, node, 2) && isConstant(graph, node, 3) && isConstant(graph, node, 4);
}

Tensor ofNumber(ir::DataType number, const Shape& shape, const std::vector<double>& values)
{
    Tensor tensor(TensorType{number, shape});
    withReal(number, [&]<class T>() {
        for (size_t i = 0; i < values.size(); ++i) {
            tensor.as<T>()[i] = static_cast<T>(values[i]);
        }
    });
    return tensor;
}

/// Scales the weights of each output channel. Runs in parallel: networks have tens of millions of weights.
Tensor scaledBy(const std::vector<double>& scale, Tensor weights)
{
    withReal(weights.number(), [&]<class T>() {
        const std::span<T> all = weights.as<T>();
        const size_t each = all.size() / std::max<size_t>(1, scale.size());
        parallelForRanges(all.size(), [&](size_t begin, size_t end) {
            for (size_t i = begin, c = begin / each; i < end; ++c) {
                for (const size_t last = std::min(end, (c + 1) * each); i < last; ++i) {
                    all[i] = static_cast<T>(all[i] * scale[c]);
                }
            }
        });
    });
    return weights;
}

/// The same for a transposed convolution, whose weights are (inputs, outputs of a group, window).
Tensor outputsScaledBy(const std::vector<double>& scale, Tensor weights, int64_t groups)
{
    const auto inputs = static_cast<size_t>(weights.shape()[0] / groups);
    const auto outputs = static_cast<size_t>(weights.shape()[1]);
    withReal(weights.number(), [&]<class T>() {
        const std::span<T> all = weights.as<T>();
        const size_t window = all.size() / std::max<size_t>(1, static_cast<size_t>(weights.shape()[0]) * outputs);
        for (size_t i = 0; i < all.size(); ++i) {
            const size_t plane = i / window;
            all[i] = static_cast<T>(all[i] * scale[plane / outputs / inputs * outputs + plane % outputs]);
        }
    });
    return weights;
}

/// Gives the convolution new weights and a new bias, and makes it produce the batch norm's output.
void foldIntoConv(Graph& graph, UniqueNames& names, Node& conv, const Node& norm, bool isLastReader)
{
    const ChannelScale by(graph, norm);
    const ValueId old = conv.inputs[1];
    const size_t channels = by.scale.size();
    Tensor scaled = conv.op == "Conv"
                      ? scaledBy(by.scale, *graph.value(old).constant)
                      : outputsScaledBy(by.scale, *graph.value(old).constant, OperatorCall(graph, conv).integer("group", 1));
    const ir::DataType number = scaled.number();
    if (isLastReader) {
        graph.value(old).constant.reset(); // frees its memory for the next allocation
    }
    std::vector<double> bias =
        isConstant(graph, conv, 2) ? graph.value(conv.inputs[2]).constant->reals() : std::vector<double>(channels, 0.0);
    for (size_t c = 0; c < channels; ++c) {
        bias[c] = bias[c] * by.scale[c] + by.shift[c];
    }
    const std::string name = graph.value(old).name;
    conv.inputs.resize(3, kNoValue);
    conv.inputs[1] = graph.addConstant(names.reserve(name + " normalized"), std::move(scaled));
    conv.inputs[2] = graph.addConstant(names.reserve(name + " bias"), ofNumber(number, {static_cast<int64_t>(channels)}, bias));
    conv.outputs[0] = norm.outputs[0];
}

/// Replaces a batch norm by a multiplication and an addition.
std::pair<Node, Node> asScaleAndShift(Graph& graph, UniqueNames& names, const Node& norm)
{
    const ChannelScale by(graph, norm);
    const TensorType type = *graph.value(norm.inputs[0]).type;
    Shape shape(type.shape.size() - 1, 1);
    shape[0] = type.shape[1];
    const ValueId scale = graph.addConstant(names.reserve(norm.name + " scale"), ofNumber(type.number, shape, by.scale));
    const ValueId shift = graph.addConstant(names.reserve(norm.name + " shift"), ofNumber(type.number, shape, by.shift));
    const ValueId scaled = graph.add({names.reserve(norm.name + " scaled"), type, nullptr});
    return {Node{"Mul", norm.name + " (scale)", {}, {norm.inputs[0], scale}, {scaled}, {}},
            Node{"Add", norm.name + " (shift)", {}, {scaled, shift}, {norm.outputs[0]}, {}}};
}

} // namespace

Result<PassReport> foldBatchNorms(Graph& graph)
{
    PassReport report{"batch norms", {}};
    const std::vector<int> uses = usesOf(graph);
    const std::vector<int> producers = producersOf(graph);
    std::vector<size_t> keptAt(graph.nodes.size());
    std::vector<Node> kept;
    UniqueNames names(graph);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        Node node = graph.nodes[n];
        keptAt[n] = kept.size();
        if (!isFoldableNorm(graph, node)) {
            kept.push_back(std::move(node));
            continue;
        }
        const int producer = producers[static_cast<size_t>(node.inputs[0])];
        Node* conv = producer < 0 ? nullptr : &kept[keptAt[static_cast<size_t>(producer)]];
        const bool isFolded = conv && (conv->op == "Conv" || conv->op == "ConvTranspose") && conv->unsupported.empty()
                           && conv->outputs[0] == node.inputs[0] && uses[static_cast<size_t>(node.inputs[0])] == 1
                           && isConstant(graph, *conv, 1)
                           && (conv->inputs.size() < 3 || conv->inputs[2] == kNoValue || isConstant(graph, *conv, 2));
        report.lines.push_back(isFolded ? fmt::format("{} is folded into {}", nodeText(graph, node), nodeText(graph, *conv))
                                        : fmt::format("{} becomes a scale and a shift", nodeText(graph, node)));
        if (isFolded) {
            const auto weights = static_cast<size_t>(conv->inputs[1]);
            keptAt[n] = keptAt[static_cast<size_t>(producer)]; // the convolution now produces this output
            foldIntoConv(graph, names, *conv, node,
                         weights >= uses.size() || uses[weights] == 1); // created by an earlier fold, or read once
        } else {
            auto [mul, add] = asScaleAndShift(graph, names, node);
            kept.push_back(std::move(mul));
            kept.push_back(std::move(add));
        }
    }
    graph.nodes = std::move(kept);
    return report;
}

} // namespace knobscope
