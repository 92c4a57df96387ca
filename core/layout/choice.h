// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/problem.h"

#include <cstdint>
#include <string_view>

namespace knobscope {

/// How a choice was made.
enum class LayoutMethod : uint8_t {
    PerLayer, ///< each node's cheapest candidate, whatever follows on the edges
    Greedy,   ///< node by node, the cheapest candidate after those chosen before
    Exact,    ///< the cheapest choice there is
    Pbqp      ///< exact reductions as far as they go, and where they end the candidate that looks cheapest
};

/// "per layer", "greedy", "exact", "pbqp"
std::string_view nameOf(LayoutMethod method);

struct LayoutOptions {
    /// Combinations of candidates that the exact method may look at, all in all, and PBQP for each node its share where the node
    /// has more than two neighbours; a million takes about 10 ms.
    double mostStates = 2e7;
};

/// A candidate for each node of a problem.
struct LayoutChoice {
    std::vector<size_t> candidates;
    LayoutCost cost; ///< its edges cost kImpossible where the method found nothing possible
    LayoutMethod method = LayoutMethod::PerLayer;
    bool isProven = false; ///< nothing cheaper exists
    double states = 0; ///< combinations looked at by the methods that count them
};

/// By one method. A node that is tied to others follows them in all of them. Exact fails when it would look at more states than
/// it may, and all fail for a problem that `checkLayoutProblem` refuses.
Result<LayoutChoice> chooseLayout(const LayoutProblem& problem, LayoutMethod method, const LayoutOptions& options = {});

/// The exact choice where it can be had, else the best of the others. Fails when all that was found is impossible.
Result<LayoutChoice> solveLayout(const LayoutProblem& problem, const LayoutOptions& options = {});

} // namespace knobscope
