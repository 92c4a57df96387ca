// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

#include <algorithm>

namespace knobscope {
namespace {

/// The convolution before a DepthToSpace in mode CRD, if its weights are constant and nothing else reads its outputs; else null.
Node* orderedConv(Graph& graph, const Node& shuffle, const std::vector<int>& producers, const std::vector<int>& reads)
{
    if (shuffle.op != "DepthToSpace" || !shuffle.unsupported.empty()
        || OperatorCall(graph, shuffle).text("mode", "DCR") != "CRD") {
        return nullptr;
    }
    const auto input = static_cast<size_t>(shuffle.inputs[0]);
    Node* conv = producers[input] >= 0 && reads[input] == 1 ? &graph.nodes[static_cast<size_t>(producers[input])] : nullptr;
    const Tensor* weights = conv && conv->op == "Conv" && conv->unsupported.empty() ? constantOf(graph, *conv, 1) : nullptr;
    const bool hasConstantBias =
        conv && (conv->inputs.size() < 3 || conv->inputs[2] == kNoValue || constantOf(graph, *conv, 2) != nullptr);
    const bool isKnown = weights && weights->number() == ir::float32 && weights->size() > 0 && hasConstantBias
                      && OperatorCall(graph, *conv).integer("group", 1) == 1;
    return isKnown ? conv : nullptr;
}

/// Rows (C * phases, …) as (phases * C, …).
Tensor byPhase(const Tensor& rows, int64_t phases)
{
    Tensor result({rows.number(), rows.shape()});
    const auto channels = static_cast<size_t>(rows.shape()[0] / phases);
    const size_t row = rows.as<float>().size() / static_cast<size_t>(rows.shape()[0]);
    for (size_t to = 0; to < static_cast<size_t>(rows.shape()[0]); ++to) {
        const size_t from = to % channels * static_cast<size_t>(phases) + to / channels;
        std::copy_n(rows.as<float>().begin() + static_cast<std::ptrdiff_t>(from * row), row,
                    result.as<float>().begin() + static_cast<std::ptrdiff_t>(to * row));
    }
    return result;
}

} // namespace

Result<PassReport> pixelShuffles(Graph& graph)
{
    PassReport report{"pixel shuffles", {}};
    UniqueNames names(graph);
    const std::vector<int> producers = producersOf(graph);
    std::vector<int> reads(graph.values.size());
    const auto count = [&](ValueId id) { ++reads[static_cast<size_t>(id)]; };
    for (const Node& node : graph.nodes) {
        std::ranges::for_each(presentValues(node.inputs), count);
    }
    std::ranges::for_each(graph.outputs, count);
    for (Node& node : graph.nodes) {
        Node* conv = orderedConv(graph, node, producers, reads);
        if (!conv) {
            continue;
        }
        const int64_t block = OperatorCall(graph, node).integer("blocksize", 1);
        for (size_t input = 1; input < conv->inputs.size(); ++input) {
            if (const Tensor* rows = constantOf(graph, *conv, input)) {
                const std::string name = names.reserve(graph.value(conv->inputs[input]).name + " by phase");
                conv->inputs[input] = graph.addConstant(name, byPhase(*rows, block * block));
            }
        }
        node.attributes["mode"] = std::string("DCR");
        report.lines.push_back(fmt::format("{} orders its outputs for {}", nodeText(graph, *conv), nodeText(graph, node)));
    }
    return report;
}

} // namespace knobscope
