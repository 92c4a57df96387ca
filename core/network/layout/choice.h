// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/layout/problem.h"

#include <cstdint>
#include <string_view>

namespace knobscope {

/// Algorithm of a choice.
enum class LayoutMethod : uint8_t {
    PerLayer, ///< the cheapest candidate of each node, ignoring edges
    Exact,    ///< an optimal choice
    Pbqp      ///< exact reductions as long as possible, then a heuristic for the remaining nodes
};

/// "per layer", "exact", "pbqp"
std::string_view nameOf(LayoutMethod method);

struct LayoutOptions {
    /// Maximum number of combinations of candidates: in total for the exact method, and divided by the number of nodes for each
    /// PBQP elimination of a node with more than two neighbours; a million takes about 10 ms.
    double maxStates = 2e7;
};

/// A candidate for each node of a problem.
struct LayoutChoice {
    std::vector<size_t> candidates;
    LayoutCost cost; ///< edges cost kImpossible if the method found no possible choice
    LayoutMethod method = LayoutMethod::PerLayer;
    bool isProven = false; ///< proven optimal
    double states = 0; ///< combinations evaluated, by the methods that count them
};

/// Chooses by one method. Tied nodes follow each other in all methods. Exact fails if it would evaluate too many states; all fail
/// for a problem that `checkLayoutProblem` rejects.
Result<LayoutChoice> chooseLayout(const LayoutProblem& problem, LayoutMethod method, const LayoutOptions& options = {});

/// The exact choice if it is within the limit, otherwise the best of the other methods. Fails if every result is impossible.
Result<LayoutChoice> solveLayout(const LayoutProblem& problem, const LayoutOptions& options = {});

} // namespace knobscope
