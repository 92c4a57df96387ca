// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layout/choice.h"

#include "core/network/layout/contraction.h"
#include "core/network/layout/elimination.h"

#include <algorithm>

namespace knobscope {
namespace {

std::vector<size_t> bestPerLayer(const LayoutProblem& problem)
{
    std::vector<size_t> candidates;
    for (const LayoutNode& node : problem.nodes) {
        candidates.push_back(static_cast<size_t>(std::ranges::min_element(node.seconds) - node.seconds.begin()));
    }
    return candidates;
}

std::vector<size_t> eliminateAll(const LayoutProblem& problem, const std::vector<size_t>& order, LayoutChoice& choice)
{
    Elimination elimination(problem);
    for (size_t node : order) {
        elimination.eliminate(node);
    }
    choice.isProven = true;
    choice.states = elimination.states();
    return elimination.candidates();
}

/// Eliminates nodes while one has at most two neighbours, or few combinations with more; otherwise chooses a candidate of the
/// node with the most neighbours.
std::vector<size_t> pbqp(const LayoutProblem& problem, double maxStates, LayoutChoice& choice)
{
    Elimination elimination(problem);
    const CostGraph& graph = elimination.graph();
    const auto degree = [&](size_t node) { return graph.neighbours(node).size(); };
    const auto states = [&](size_t node) { return degree(node) <= 2 ? 0 : graph.states(node); };
    const double maxPerNode = maxStates / static_cast<double>(problem.nodes.size());
    choice.isProven = true;
    while (!graph.left().empty()) {
        const size_t easiest = *std::ranges::min_element(graph.left(), {}, states);
        if (states(easiest) <= maxPerNode) {
            elimination.eliminate(easiest);
        } else {
            elimination.settle(*std::ranges::max_element(graph.left(), {}, degree));
            choice.isProven = false;
        }
    }
    choice.states = elimination.states();
    return elimination.candidates();
}

Result<LayoutChoice> chooseContracted(const LayoutProblem& problem, LayoutMethod method, const LayoutOptions& options)
{
    LayoutChoice choice;
    choice.method = method;
    switch (method) {
    case LayoutMethod::PerLayer: choice.candidates = bestPerLayer(problem); break;
    case LayoutMethod::Pbqp: choice.candidates = pbqp(problem, options.maxStates, choice); break;
    case LayoutMethod::Exact: {
        const auto order = findOrder(problem, options.maxStates);
        if (!order) {
            return fail(ErrorCode::LimitExceeded,
                        "the exact choice among {} nodes visits more than {:.0f} states; raise the limit or use another method",
                        problem.nodes.size(), options.maxStates);
        }
        choice.candidates = eliminateAll(problem, *order, choice);
    }
    }
    return choice;
}

} // namespace

std::string_view nameOf(LayoutMethod method)
{
    switch (method) {
    case LayoutMethod::PerLayer: return "per layer";
    case LayoutMethod::Exact: return "exact";
    case LayoutMethod::Pbqp: break;
    }
    return "pbqp";
}

Result<LayoutChoice> chooseLayout(const LayoutProblem& problem, LayoutMethod method, const LayoutOptions& options)
{
    TRY(checkLayoutProblem(problem));
    const Contraction contraction = contractTies(problem);
    auto choice = TRY(chooseContracted(contraction.problem, method, options));
    choice.candidates = contraction.expand(choice.candidates);
    choice.cost = costOf(problem, choice.candidates);
    return choice;
}

Result<LayoutChoice> solveLayout(const LayoutProblem& problem, const LayoutOptions& options)
{
    auto best = chooseLayout(problem, LayoutMethod::Exact, options);
    if (!best && best.error().code != ErrorCode::LimitExceeded) {
        return best;
    }
    for (LayoutMethod method : {LayoutMethod::Pbqp, LayoutMethod::PerLayer}) {
        if (best && best->isProven) {
            break;
        }
        auto other = chooseLayout(problem, method, options);
        if (!best || other->cost.total() < best->cost.total()) {
            best = std::move(other);
        }
    }
    if (best->cost.total() == kImpossible) {
        return fail(ErrorCode::InvalidArgument, "no choice for the {} nodes is valid on every edge", problem.nodes.size());
    }
    return best;
}

} // namespace knobscope
