// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layout/contraction.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace knobscope {
namespace {

bool isTie(const LayoutProblem& problem, const LayoutEdge& edge)
{
    const size_t columns = problem.nodes[edge.to].seconds.size();
    if (problem.nodes[edge.from].seconds.size() != columns) {
        return false;
    }
    for (size_t i = 0; i < edge.seconds.size(); ++i) {
        if (i / columns != i % columns && edge.seconds[i] != kImpossible) {
            return false;
        }
    }
    return true;
}

size_t rootOf(std::vector<size_t>& parents, size_t node)
{
    while (parents[node] != node) {
        node = parents[node] = parents[parents[node]];
    }
    return node;
}

void add(std::vector<double>& to, const std::vector<double>& seconds)
{
    for (size_t i = 0; i < to.size(); ++i) {
        to[i] += seconds[i];
    }
}

} // namespace

std::vector<size_t> Contraction::expand(std::span<const size_t> candidates) const
{
    std::vector<size_t> expanded;
    for (size_t node : nodeOf) {
        expanded.push_back(candidates[node]);
    }
    return expanded;
}

Contraction contractTies(const LayoutProblem& problem)
{
    std::vector<size_t> parents(problem.nodes.size());
    std::iota(parents.begin(), parents.end(), size_t{0});
    for (const LayoutEdge& edge : problem.edges) {
        if (isTie(problem, edge)) {
            const size_t one = rootOf(parents, edge.from), other = rootOf(parents, edge.to);
            parents[std::max(one, other)] = std::min(one, other);
        }
    }
    Contraction result;
    std::vector<LayoutNode>& nodes = result.problem.nodes;
    for (size_t node = 0; node < parents.size(); ++node) {
        const size_t root = rootOf(parents, node);
        if (root == node) {
            result.nodeOf.push_back(nodes.size());
            nodes.push_back(problem.nodes[node]);
        } else {
            result.nodeOf.push_back(result.nodeOf[root]);
            add(nodes[result.nodeOf[root]].seconds, problem.nodes[node].seconds);
        }
    }
    std::map<std::pair<size_t, size_t>, size_t> edges;
    for (const LayoutEdge& edge : problem.edges) {
        const size_t from = result.nodeOf[edge.from], to = result.nodeOf[edge.to];
        const size_t columns = nodes[to].seconds.size();
        if (from == to) {
            for (size_t i = 0; i < columns; ++i) {
                nodes[to].seconds[i] += edge.seconds[i * columns + i];
            }
            continue;
        }
        const auto [known, isNew] = edges.try_emplace(std::minmax(from, to), result.problem.edges.size());
        if (isNew) {
            result.problem.edges.push_back({std::min(from, to), std::max(from, to), std::vector<double>(edge.seconds.size())});
        }
        LayoutEdge& sum = result.problem.edges[known->second];
        if (from < to) {
            add(sum.seconds, edge.seconds);
            continue;
        }
        const size_t rows = nodes[from].seconds.size();
        for (size_t i = 0; i < edge.seconds.size(); ++i) {
            sum.seconds[i % columns * rows + i / columns] += edge.seconds[i];
        }
    }
    return result;
}

} // namespace knobscope
