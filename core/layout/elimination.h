// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/problem.h"

#include <optional>
#include <set>

namespace knobscope {

/// Which nodes have costs together, while nodes are taken out one after another.
class CostGraph
{
public:
    explicit CostGraph(const LayoutProblem& problem);

    const std::set<size_t>& left() const { return m_left; }
    const std::set<size_t>& neighbours(size_t node) const { return m_neighbours[node]; }
    /// The combinations of candidates of a node and its neighbours.
    double states(size_t node) const;
    /// Pairs of neighbours that are not neighbours of each other.
    size_t fill(size_t node) const;

    /// Takes a node out whose candidate is known.
    void remove(size_t node);
    /// Takes a node out whose candidate follows from its neighbours'; they have costs together then.
    void eliminate(size_t node);

private:
    std::vector<size_t> m_candidates;
    std::vector<std::set<size_t>> m_neighbours;
    std::set<size_t> m_left;
};

/// In which order to eliminate all nodes: the node first that makes the fewest new neighbours, of those the one with the fewest
/// states. None when that looks at more than `mostStates`.
std::optional<std::vector<size_t>> findOrder(const LayoutProblem& problem, double mostStates);

/// Takes nodes out of a problem until none is left, and then knows what to choose. Eliminating loses nothing: what a node costs
/// at best becomes a table over its neighbours. This is the graph tuner's dynamic programming with the order left open; with one
/// neighbour or two it is PBQP's reduction R1 or R2.
class Elimination
{
public:
    /// Of a problem where at most one edge joins two nodes.
    explicit Elimination(const LayoutProblem& problem);

    const CostGraph& graph() const { return m_graph; }
    double states() const { return m_states; }

    void eliminate(size_t node);
    /// Settles for the candidate of a node that is cheapest when each of its neighbours answers as suits it best: PBQP's RN.
    void settle(size_t node);
    /// A candidate for each node, once all are taken out.
    std::vector<size_t> candidates() const;

private:
    /// Costs of nodes together; the last one's candidates lie next to each other.
    struct Table {
        std::vector<size_t> nodes;
        std::vector<double> seconds;
    };
    struct Step {
        size_t node;
        std::vector<Table> tables; ///< what the node's costs depended on
        std::optional<size_t> candidate; ///< where it was settled for
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
