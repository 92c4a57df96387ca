// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/affine.h"
#include "core/ir/loopnest.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// Flat element offset of an access in its buffer: constant + sum coefficient * variable + sum coefficient * other.
struct AccessIndex {
    struct VarTerm {
        const void* var = nullptr; ///< Var::id()
        int64_t coefficient = 0;
    };
    int64_t constant = 0;
    std::vector<VarTerm> vars;
    std::vector<ir::Affine::Term> others; ///< terms that are not variables: a floor division, a remainder, …

    /// Offset per step of a variable; 0 for null and for a variable that is not a term by itself.
    int64_t coefficientOf(const void* var) const;
};

/// Row-major: the last index moves by one element.
AccessIndex flatten(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices);

/// Consecutive iterations of a vectorized loop that form one vector value.
struct Chunk {
    int64_t begin = 0;
    int lanes = 1; ///< a power of two
};

/// Splits [0, extent) into native vectors and smaller powers of two: 24 with 16 lanes is 16 + 8, 7 is 4 + 2 + 1.
std::vector<Chunk> chunksOf(int64_t extent, int nativeLanes);

/// Whether all lanes take the same branches: false if a condition inside the loop depends on its variable.
bool hasUniformBranches(const ir::For& loop);

} // namespace knobscope
