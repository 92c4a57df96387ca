// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/halfnumbers.h"
#include "core/graph/operator.h"
#include "core/graph/parallelfor.h"
#include "core/graph/passes/passes.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <map>

namespace knobscope {
namespace {

constexpr const char* kBfloat16Name = "bfloat16";

bool isProduct(const Graph& graph, const Node& node)
{
    const auto isFloat = [&](ValueId id) { return graph.value(id).type && graph.value(id).type->number == ir::float32; };
    return (node.op == "Conv" || node.op == "ConvTranspose" || node.op == "Gemm" || node.op == "MatMul")
        && node.unsupported.empty() && isFloat(node.inputs[0]) && isFloat(node.inputs[1]);
}

bool isRounding(const Node& node)
{
    const auto to = node.attributes.find("to");
    return node.op == "Cast" && to != node.attributes.end() && to->second == Attribute(std::string(kBfloat16Name));
}

Tensor rounded(const Tensor& from)
{
    Tensor to(from.type());
    const std::span<const float> values = from.as<float>();
    parallelForRanges(values.size(), [&](size_t begin, size_t end) {
        std::transform(values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end),
                       to.as<float>().begin() + static_cast<std::ptrdiff_t>(begin),
                       [](float value) { return roundedTo(kBfloat16, static_cast<double>(value)); });
    });
    return to;
}

} // namespace

Result<PassReport> roundProductsToBfloat16(Graph& graph)
{
    PassReport report{"bfloat16", {}};
    UniqueNames names(graph);
    std::map<ValueId, ValueId> roundedValues;
    std::vector<Node> made;
    for (Node& node : graph.nodes) {
        for (size_t i = 0; i < (isProduct(graph, node) ? 2 : 0); ++i) {
            const ValueId from = node.inputs[i];
            const auto [found, isNew] = roundedValues.try_emplace(from, from);
            if (isNew) {
                const std::string name = names.reserve(graph.value(from).name + " bfloat16");
                if (const auto constant = graph.value(from).constant) {
                    found->second = graph.addConstant(name, rounded(*constant));
                } else {
                    found->second = graph.add({name, graph.value(from).type, nullptr});
                    made.push_back({"Cast", name, {{"to", std::string(kBfloat16Name)}}, {from}, {found->second}, {}});
                }
            }
            node.inputs[i] = found->second;
        }
        if (isProduct(graph, node)) {
            report.lines.push_back(fmt::format("{} multiplies bfloat16", nodeText(graph, node)));
        }
        if (isRounding(node)) {
            roundedValues[node.outputs[0]] = node.outputs[0];
        }
        made.push_back(std::move(node));
    }
    graph.nodes = std::move(made);
    return report;
}

} // namespace knobscope
