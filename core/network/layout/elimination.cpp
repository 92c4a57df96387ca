// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layout/elimination.h"

#include <algorithm>
#include <map>

namespace knobscope {
namespace {

std::vector<size_t> candidatesOf(const LayoutProblem& problem)
{
    std::vector<size_t> counts;
    for (const LayoutNode& node : problem.nodes) {
        counts.push_back(node.seconds.size());
    }
    return counts;
}

/// One row of a matrix with `rows` rows.
std::span<const double> rowOf(const std::vector<double>& matrix, size_t row, size_t rows)
{
    const size_t columns = matrix.size() / rows;
    return std::span(matrix).subspan(row * columns, columns);
}

} // namespace

CostGraph::CostGraph(const LayoutProblem& problem)
    : m_candidates(candidatesOf(problem))
    , m_neighbours(problem.nodes.size())
{
    for (size_t node = 0; node < m_neighbours.size(); ++node) {
        m_left.insert(node);
    }
    for (const LayoutEdge& edge : problem.edges) {
        m_neighbours[edge.from].insert(edge.to);
        m_neighbours[edge.to].insert(edge.from);
    }
}

double CostGraph::states(size_t node) const
{
    auto states = static_cast<double>(m_candidates[node]);
    for (size_t other : m_neighbours[node]) {
        states *= static_cast<double>(m_candidates[other]);
    }
    return states;
}

size_t CostGraph::fill(size_t node) const
{
    size_t missing = 0;
    const std::set<size_t>& around = m_neighbours[node];
    for (auto one = around.begin(); one != around.end(); ++one) {
        missing += static_cast<size_t>(
            std::count_if(std::next(one), around.end(), [&](size_t other) { return !m_neighbours[*one].contains(other); }));
    }
    return missing;
}

void CostGraph::remove(size_t node)
{
    for (size_t other : m_neighbours[node]) {
        m_neighbours[other].erase(node);
    }
    m_neighbours[node].clear();
    m_left.erase(node);
}

void CostGraph::eliminate(size_t node)
{
    const std::set<size_t> around = m_neighbours[node];
    remove(node);
    for (size_t one : around) {
        m_neighbours[one].insert(around.begin(), around.end());
        m_neighbours[one].erase(one);
    }
}

std::optional<std::vector<size_t>> findOrder(const LayoutProblem& problem, double maxStates)
{
    CostGraph graph(problem);
    std::vector<size_t> order;
    double states = 0;
    std::vector<std::pair<size_t, double>> scores(problem.nodes.size());
    std::set<size_t> changed = graph.left();
    while (!graph.left().empty()) {
        for (size_t node : changed) {
            scores[node] = {graph.fill(node), graph.states(node)};
        }
        const size_t next = *std::ranges::min_element(graph.left(), {}, [&](size_t node) { return scores[node]; });
        states += graph.states(next);
        if (states > maxStates) {
            return {};
        }
        order.push_back(next);
        const std::set<size_t> around = graph.neighbours(next);
        graph.eliminate(next);
        changed = around;
        for (size_t node : around) {
            changed.insert(graph.neighbours(node).begin(), graph.neighbours(node).end());
        }
    }
    return order;
}

Elimination::Elimination(const LayoutProblem& problem)
    : m_graph(problem)
    , m_candidates(candidatesOf(problem))
{
    for (size_t node = 0; node < problem.nodes.size(); ++node) {
        m_tables.push_back({{node}, problem.nodes[node].seconds});
    }
    for (const LayoutEdge& edge : problem.edges) {
        m_tables.push_back({{edge.from, edge.to}, edge.seconds});
    }
}

std::vector<Elimination::Table> Elimination::takeTables(size_t node)
{
    std::vector<Table> taken, left;
    for (Table& table : m_tables) {
        (std::ranges::count(table.nodes, node) ? taken : left).push_back(std::move(table));
    }
    m_tables = std::move(left);
    return taken;
}

std::vector<double> Elimination::zeros(const std::vector<size_t>& nodes) const
{
    size_t size = 1;
    for (size_t node : nodes) {
        size *= m_candidates[node];
    }
    return std::vector<double>(size, 0);
}

void Elimination::addTo(Table& sum, const Table& part) const
{
    const size_t axes = sum.nodes.size();
    std::vector<size_t> strides(axes, 0), position(axes, 0);
    size_t stride = 1;
    for (auto node = part.nodes.rbegin(); node != part.nodes.rend(); ++node) {
        strides[static_cast<size_t>(std::ranges::find(sum.nodes, *node) - sum.nodes.begin())] = stride;
        stride *= m_candidates[*node];
    }
    size_t offset = 0;
    for (double& seconds : sum.seconds) {
        seconds += part.seconds[offset];
        for (size_t axis = axes; axis-- > 0;) {
            offset += strides[axis];
            if (++position[axis] < m_candidates[sum.nodes[axis]]) {
                break;
            }
            offset -= strides[axis] * position[axis];
            position[axis] = 0;
        }
    }
}

void Elimination::eliminate(size_t node)
{
    const std::set<size_t>& around = m_graph.neighbours(node);
    Table all{{around.begin(), around.end()}, {}};
    Table best = all;
    m_states += m_graph.states(node);
    m_graph.eliminate(node);
    m_steps.push_back({node, takeTables(node), {}});
    all.nodes.push_back(node);
    all.seconds = zeros(all.nodes);
    for (const Table& table : m_steps.back().tables) {
        addTo(all, table);
    }
    const auto width = static_cast<ptrdiff_t>(m_candidates[node]);
    for (auto from = all.seconds.begin(); from != all.seconds.end(); from += width) {
        best.seconds.push_back(*std::min_element(from, from + width));
    }
    if (!best.nodes.empty()) {
        m_tables.push_back(std::move(best));
    }
}

void Elimination::settle(size_t node)
{
    m_graph.remove(node);
    std::map<std::vector<size_t>, Table> shared; // by the nodes that share the costs
    for (const Table& table : takeTables(node)) {
        std::vector<size_t> others = table.nodes;
        std::erase(others, node);
        std::vector<size_t> nodes{node};
        nodes.insert(nodes.end(), others.begin(), others.end());
        const auto known = shared.try_emplace(others, Table{nodes, zeros(nodes)}).first;
        addTo(known->second, table);
    }
    const size_t width = m_candidates[node];
    std::vector<double> costs(width, 0);
    for (const auto& [others, table] : shared) {
        Table answers = table;
        for (const Table& own : m_tables) {
            if (own.nodes.size() == 1 && std::ranges::count(others, own.nodes[0])) {
                addTo(answers, own);
            }
        }
        for (size_t i = 0; i < width; ++i) {
            costs[i] += std::ranges::min(rowOf(answers.seconds, i, width));
        }
    }
    const auto best = static_cast<size_t>(std::ranges::min_element(costs) - costs.begin());
    for (const auto& [others, table] : shared) {
        if (!others.empty()) {
            const auto row = rowOf(table.seconds, best, width);
            m_tables.push_back({others, {row.begin(), row.end()}});
        }
    }
    m_steps.push_back({node, {}, best});
}

double Elimination::at(const Table& table, const std::vector<size_t>& candidates) const
{
    size_t offset = 0;
    for (size_t node : table.nodes) {
        offset = offset * m_candidates[node] + candidates[node];
    }
    return table.seconds[offset];
}

std::vector<size_t> Elimination::candidates() const
{
    std::vector<size_t> chosen(m_candidates.size(), 0);
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->candidate) {
            chosen[step->node] = *step->candidate;
            continue;
        }
        std::vector<double> costs(m_candidates[step->node], 0);
        for (size_t& candidate = chosen[step->node]; candidate < costs.size(); ++candidate) {
            for (const Table& table : step->tables) {
                costs[candidate] += at(table, chosen);
            }
        }
        chosen[step->node] = static_cast<size_t>(std::ranges::min_element(costs) - costs.begin());
    }
    return chosen;
}

} // namespace knobscope
