// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/problem.h"

namespace knobscope {

/// A problem in which nodes that can only take the same candidate are one, and at most one edge joins two nodes.
struct Contraction {
    LayoutProblem problem;
    std::vector<size_t> nodeOf; ///< for each node of the problem before, its position now

    /// Candidates for the nodes of the problem before.
    std::vector<size_t> expand(std::span<const size_t> candidates) const;
};

/// Makes tied nodes one: those that an edge joins on whose matrix nothing but the diagonal is possible. In a network with
/// concatenations or residual blocks this takes away most of what makes the problem hard, and loses nothing.
Contraction contractTies(const LayoutProblem& problem);

} // namespace knobscope
