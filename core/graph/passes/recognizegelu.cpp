// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/passes/passes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace knobscope {
namespace {

class GeluFinder
{
public:
    explicit GeluFinder(const Graph& graph)
        : m_graph(graph)
        , m_producers(producersOf(graph))
    {
    }

    /// The x of x * 0.5 * (1 + erf(x / sqrt 2)), whose last product is `node`; kNoValue if it is something else.
    ValueId argumentOf(const Node& node) const
    {
        for (const size_t nested : {0, 1}) {
            const Node* product = node.op == "Mul" ? maker(node.inputs[nested], "Mul") : nullptr;
            if (!product) {
                continue;
            }
            std::array factors{node.inputs[1 - nested], product->inputs[0], product->inputs[1]};
            std::ranges::sort(factors);
            do {
                const ValueId x = factors[0];
                if (isNumber(factors[1], 0.5) && isErfPlusOne(factors[2], x)
                    && m_graph.value(x).type == m_graph.value(node.outputs[0]).type) {
                    return x;
                }
            } while (std::ranges::next_permutation(factors).found);
        }
        return kNoValue;
    }

private:
    const Node* maker(ValueId value, const char* op) const
    {
        const int at = value == kNoValue ? -1 : m_producers[static_cast<size_t>(value)];
        const Node* node = at < 0 ? nullptr : &m_graph.nodes[static_cast<size_t>(at)];
        return node && node->op == op && node->unsupported.empty() ? node : nullptr;
    }

    bool isNumber(ValueId value, double expected) const
    {
        const auto& constant = m_graph.value(value).constant;
        return constant && constant->number() == ir::float32 && constant->size() == 1
            && std::abs(constant->reals()[0] / expected - 1) < 1e-6;
    }

    /// True if the node has these two inputs, in any order.
    template<class IsOther>
    static bool has(const Node* node, ValueId one, IsOther isOther)
    {
        return node
            && ((node->inputs[0] == one && isOther(node->inputs[1])) || (node->inputs[1] == one && isOther(node->inputs[0])));
    }

    bool isErfPlusOne(ValueId value, ValueId x) const
    {
        const Node* sum = maker(value, "Add");
        const auto isErf = [&](ValueId id) {
            const Node* erf = maker(id, "Erf");
            return erf && isScaled(erf->inputs[0], x);
        };
        return sum
            && ((isErf(sum->inputs[0]) && isNumber(sum->inputs[1], 1)) || (isErf(sum->inputs[1]) && isNumber(sum->inputs[0], 1)));
    }

    bool isScaled(ValueId value, ValueId x) const
    {
        const Node* quotient = maker(value, "Div");
        return (quotient && quotient->inputs[0] == x && isNumber(quotient->inputs[1], std::numbers::sqrt2))
            || has(maker(value, "Mul"), x, [&](ValueId other) { return isNumber(other, std::numbers::sqrt2 / 2); });
    }

    const Graph& m_graph;
    std::vector<int> m_producers;
};

} // namespace

Result<PassReport> recognizeGelu(Graph& graph)
{
    PassReport report{"Gelu", {}};
    const GeluFinder finder(graph);
    for (Node& node : graph.nodes) {
        const bool isProduct = node.op == "Mul" && node.unsupported.empty();
        const ValueId x = isProduct ? finder.argumentOf(node) : kNoValue;
        if (x != kNoValue) {
            node.op = "Gelu";
            node.inputs = {x};
            report.lines.push_back(fmt::format("{}: x / 2 * (1 + erf(x / sqrt 2)) of four operators", nodeText(graph, node)));
        }
    }
    return report;
}

} // namespace knobscope
