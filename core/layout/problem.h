// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// What cannot be had at any price.
constexpr double kImpossible = std::numeric_limits<double>::infinity();

/// An operator for which one of several configs is to be taken, or one that takes whatever layout its inputs have (an addition, a
/// concatenation).
struct LayoutNode {
    std::string name; ///< for messages
    std::vector<double> seconds; ///< of each candidate; kImpossible is allowed
};

/// What it costs to hand a tensor from one node to another.
struct LayoutEdge {
    size_t from = 0, to = 0; ///< positions in LayoutProblem::nodes
    std::vector<double> seconds; ///< at candidate of `from` * candidates of `to` + candidate of `to`; kImpossible is allowed
};

/// One candidate is to be taken of each node, so that nodes and edges cost least together. Several edges may join the same nodes.
struct LayoutProblem {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;

    /// Both return the node's position.
    size_t addNode(std::string name, std::vector<double> seconds);
    /// A node with several inputs, which borrows the candidates of its first one: it costs nothing itself, and what the other
    /// inputs cost is a matter of edges to it.
    size_t addTied(std::string name, size_t first);
    /// `seconds(i, j)` is what it costs from candidate i to candidate j.
    template<class Function>
    void addEdge(size_t from, size_t to, Function seconds)
    {
        LayoutEdge edge{from, to, {}};
        for (size_t i = 0; i < nodes[from].seconds.size(); ++i) {
            for (size_t j = 0; j < nodes[to].seconds.size(); ++j) {
                edge.seconds.push_back(seconds(i, j));
            }
        }
        edges.push_back(std::move(edge));
    }
};

/// Refuses nodes without candidates, edges to nodes that are not there or with another number of costs, and costs that are
/// negative or no numbers.
Result<void> checkLayoutProblem(const LayoutProblem& problem);

/// What a choice costs, in seconds.
struct LayoutCost {
    double nodes = 0, edges = 0;
    double total() const { return nodes + edges; }
};

/// Of one candidate for each node of a problem that was checked.
LayoutCost costOf(const LayoutProblem& problem, std::span<const size_t> candidates);

} // namespace knobscope
