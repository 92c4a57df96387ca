// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/bounds.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// Distribution of StageRef::prefetch over a stage's reduction loops.
struct PrefetchPlan {
    size_t depth = 0;            ///< of the leaf whose iterations prefetch
    int64_t lines = 1;           ///< number of cache lines per iteration
    std::vector<ir::Expr> place; ///< first element to prefetch in iteration 0
    ir::Expr turn;               ///< number of the iteration, among all that share the lines
    ir::ProvenanceId provenance = 0;

    ir::Stmt statements(const ir::Buffer& buffer, const ir::Ranges& ranges) const;
};

/// Plans the prefetch of a stage whose reads start at `place`, to which its own loops add. The reads form one block, from the
/// last dimension along which the enclosing loops move. Prefetches in the innermost reduction loop whose iterations, times the
/// iterations that share the work, are at most the number of lines. If even the outermost has more, as many iterations of the
/// sharing loops as have a line each share the work, and the next ones repeat it: asking for a line that is there costs next to
/// nothing. Returns nullopt if the outermost alone has more iterations than there are lines, or if nothing follows.
std::optional<PrefetchPlan> planPrefetch(const BoundProgram& program, const StageBounds& bounds, std::vector<ir::Expr> place);

/// A loop around a load.
struct LoadLoop {
    ir::Var var;
    int64_t extent = 1;
    bool isVector = false; ///< its iterations read adjacent elements
};
/// Prefetches the cache lines that a load reads in all iterations of `loops`, without them; null if these are more than 64 lines.
ir::Stmt prefetchOf(const ir::Load& load, std::span<const LoadLoop> loops, const ir::Ranges& ranges);

} // namespace knobscope
