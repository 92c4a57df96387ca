// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/affine.h"
#include "core/ir/loopnest.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// Where in a buffer an access goes, as a flat element offset: constant + sum coefficient * variable + sum coefficient * other.
struct AccessIndex {
    struct VarTerm {
        const void* var = nullptr; ///< Var::id()
        int64_t coefficient = 0;
    };
    int64_t constant = 0;
    std::vector<VarTerm> vars;
    std::vector<ir::Affine::Term> others; ///< of what is no variable: a floor division, a remainder, …

    /// How far one step of a variable goes; 0 for one that is not in it as itself, and for null.
    int64_t coefficientOf(const void* var) const;
};

/// Row-major: the last index moves by one element.
AccessIndex flatten(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices);

/// Consecutive iterations of a vectorized loop that become one vector value.
struct Chunk {
    int64_t begin = 0;
    int lanes = 1; ///< a power of two
};

/// [0, extent) in native vectors, the rest in smaller powers of two: 24 with 16 lanes is 16 + 8, 7 is 4 + 2 + 1.
std::vector<Chunk> chunksOf(int64_t extent, int nativeLanes);

/// False when a condition inside the loop depends on its variable, so that the lanes of a vector would part ways.
bool lanesStayTogether(const ir::For& loop);

} // namespace knobscope
