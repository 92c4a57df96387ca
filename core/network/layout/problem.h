// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Cost of an impossible candidate or pair.
constexpr double kImpossible = std::numeric_limits<double>::infinity();

/// An operator with several configs to choose from, or one that accepts any layout of its inputs (an addition, a concatenation).
struct LayoutNode {
    std::string name; ///< for messages
    std::vector<double> seconds; ///< by candidate; kImpossible is allowed
};

/// Cost of passing a tensor from one node to another.
struct LayoutEdge {
    size_t from = 0, to = 0; ///< indexes into LayoutProblem::nodes
    std::vector<double> seconds; ///< at candidate of `from` * candidates of `to` + candidate of `to`; kImpossible is allowed
};

/// Choose one candidate per node to minimize the total cost of nodes and edges. Several edges may connect the same nodes.
struct LayoutProblem {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;

    /// Both return the node's index.
    size_t addNode(std::string name, std::vector<double> seconds);
    /// Adds a node with several inputs and the candidates of its first one. It costs nothing itself; edges to it model the cost
    /// of the other inputs.
    size_t addTied(std::string name, size_t first);
    /// `seconds(i, j)` is the cost from candidate i to candidate j.
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

/// Rejects nodes without candidates, edges to missing nodes or with a wrong number of costs, and negative or NaN costs.
Result<void> checkLayoutProblem(const LayoutProblem& problem);

/// Cost of a choice, in seconds.
struct LayoutCost {
    double nodes = 0, edges = 0;
    double total() const { return nodes + edges; }
};

/// Cost of these candidates, one per node, in a checked problem.
LayoutCost costOf(const LayoutProblem& problem, std::span<const size_t> candidates);

} // namespace knobscope
