// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layout/problem.h"

#include <algorithm>

namespace knobscope {
namespace {

bool isCost(double seconds)
{
    return seconds >= 0; // false for NaN
}

} // namespace

size_t LayoutProblem::addNode(std::string name, std::vector<double> seconds)
{
    nodes.push_back({std::move(name), std::move(seconds)});
    return nodes.size() - 1;
}

size_t LayoutProblem::addTied(std::string name, size_t first)
{
    const size_t node = addNode(std::move(name), std::vector<double>(nodes[first].seconds.size(), 0));
    addEdge(first, node, [](size_t i, size_t j) { return i == j ? 0 : kImpossible; });
    return node;
}

Result<void> checkLayoutProblem(const LayoutProblem& problem)
{
    for (const LayoutNode& node : problem.nodes) {
        if (node.seconds.empty()) {
            return fail(ErrorCode::InvalidArgument, "the node '{}' has no candidates", node.name);
        }
        const auto bad = std::ranges::find_if_not(node.seconds, isCost);
        if (bad != node.seconds.end()) {
            return fail(ErrorCode::InvalidArgument, "candidate {} of the node '{}' has an invalid cost of {} seconds",
                        bad - node.seconds.begin(), node.name, *bad);
        }
    }
    for (const LayoutEdge& edge : problem.edges) {
        const size_t nodes = problem.nodes.size();
        if (edge.from >= nodes || edge.to >= nodes || edge.from == edge.to) {
            return fail(ErrorCode::InvalidArgument, "an edge connects the nodes {} and {} of {}", edge.from, edge.to, nodes);
        }
        const LayoutNode& from = problem.nodes[edge.from];
        const LayoutNode& to = problem.nodes[edge.to];
        if (edge.seconds.size() != from.seconds.size() * to.seconds.size()) {
            return fail(ErrorCode::InvalidArgument, "the edge from '{}' to '{}' has {} costs for {} times {} candidates",
                        from.name, to.name, edge.seconds.size(), from.seconds.size(), to.seconds.size());
        }
        const auto bad = std::ranges::find_if_not(edge.seconds, isCost);
        if (bad != edge.seconds.end()) {
            return fail(ErrorCode::InvalidArgument, "the edge from '{}' to '{}' has an invalid cost of {} seconds", from.name,
                        to.name, *bad);
        }
    }
    return {};
}

LayoutCost costOf(const LayoutProblem& problem, std::span<const size_t> candidates)
{
    LayoutCost cost;
    for (size_t node = 0; node < problem.nodes.size(); ++node) {
        cost.nodes += problem.nodes[node].seconds[candidates[node]];
    }
    for (const LayoutEdge& edge : problem.edges) {
        cost.edges += edge.seconds[candidates[edge.from] * problem.nodes[edge.to].seconds.size() + candidates[edge.to]];
    }
    return cost;
}

} // namespace knobscope
