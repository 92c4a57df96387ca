// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/layout/problem.h"

namespace knobscope {

/// A problem with tied nodes merged, and with at most one edge between two nodes.
struct Contraction {
    LayoutProblem problem;
    std::vector<size_t> nodeOf; ///< index of the merged node for each original node

    /// Converts candidates of the merged nodes to those of the original nodes.
    std::vector<size_t> expand(std::span<const size_t> candidates) const;
};

/// Merges tied nodes, which must take the same candidate: only the diagonal of their edge's matrix is possible. In networks with
/// concatenations or residual blocks this removes most of the problem's complexity without losing solutions.
Contraction contractTies(const LayoutProblem& problem);

} // namespace knobscope
