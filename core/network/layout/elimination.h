// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/layout/problem.h"

#include <optional>
#include <set>

namespace knobscope {

/// Graph of nodes with common costs, during the elimination of nodes.
class CostGraph
{
public:
    explicit CostGraph(const LayoutProblem& problem);

    const std::set<size_t>& left() const { return m_left; }
    const std::set<size_t>& neighbours(size_t node) const { return m_neighbours[node]; }
    /// Number of combinations of candidates of a node and its neighbours.
    double states(size_t node) const;
    /// Number of pairs of neighbours that are not adjacent to each other.
    size_t fill(size_t node) const;

    /// Removes a node whose candidate is chosen.
    void remove(size_t node);
    /// Removes a node whose candidate depends on its neighbours', and connects these with each other.
    void eliminate(size_t node);

private:
    std::vector<size_t> m_candidates;
    std::vector<std::set<size_t>> m_neighbours;
    std::set<size_t> m_left;
};

/// Elimination order of all nodes: at each step the node that adds the fewest edges between neighbours, among equals the one with
/// the fewest states. nullopt if it needs more than `maxStates`.
std::optional<std::vector<size_t>> findOrder(const LayoutProblem& problem, double maxStates);

/// Eliminates all nodes of a problem to find the choice. Exact: a node's minimum cost becomes a table over its neighbours. This
/// is the graph tuner's dynamic programming with a free order; for one or two neighbours it is PBQP's reduction R1 or R2.
class Elimination
{
public:
    /// The problem may have at most one edge between two nodes.
    explicit Elimination(const LayoutProblem& problem);

    const CostGraph& graph() const { return m_graph; }
    double states() const { return m_states; }

    void eliminate(size_t node);
    /// Chooses the cheapest candidate of a node, assuming the best candidate of each neighbour separately: PBQP's RN.
    void settle(size_t node);
    /// A candidate for each node, after all nodes are removed.
    std::vector<size_t> candidates() const;

private:
    /// Common costs of nodes; candidates of the last node are contiguous.
    struct Table {
        std::vector<size_t> nodes;
        std::vector<double> seconds;
    };
    struct Step {
        size_t node;
        std::vector<Table> tables; ///< tables that the node's costs depended on
        std::optional<size_t> candidate; ///< set if it was chosen by settle()
    };
    std::vector<Table> takeTables(size_t node);
    std::vector<double> zeros(const std::vector<size_t>& nodes) const;
    void addTo(Table& sum, const Table& part) const;
    double at(const Table& table, const std::vector<size_t>& candidates) const;

    CostGraph m_graph;
    std::vector<size_t> m_candidates;
    std::vector<Table> m_tables;
    std::vector<Step> m_steps;
    double m_states = 0;
};

} // namespace knobscope
