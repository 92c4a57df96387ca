// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/bounds.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace knobscope {

/// How StageRef::prefetch is spread over a stage's reduction loops.
struct PrefetchPlan {
    size_t depth = 0;            ///< of the leaf, each iteration of which asks for …
    int64_t lines = 1;           ///< … so many lines of the cache …
    std::vector<ir::Expr> place; ///< … from here on, after those of the turns before:
    ir::Expr turn;               ///< of the iteration, among all that share the lines
    ir::ProvenanceId provenance = 0;

    ir::Stmt statements(const ir::Buffer& buffer, const ir::Ranges& ranges) const;
};

/// For a stage that begins to read at `place`, whatever its own loops add to that: what these read is one block, from the last
/// dimension on that the loops around it move along. Asked for in the innermost loop of the reduction that has, with all
/// iterations that share the work, no more of them than there are lines; none where even the outermost one has more, or where
/// nothing follows.
std::optional<PrefetchPlan> planPrefetch(const BoundProgram& program, const StageBounds& bounds, std::vector<ir::Expr> place);

} // namespace knobscope
