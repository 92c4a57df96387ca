// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/implicitgemm.h"
#include "core/template/context.h"

#include <cstdint>

namespace knobscope {

// What the knobs of a matrix product on a GPU without tensor cores mean: block_f, block_p, thread_f, thread_p, step_k, stages,
// split_k and vector_p.

/// Neighbouring values that a thread owns in one direction: one 16-byte move.
inline constexpr int64_t gemmFragment = 4;

/// One config's knobs, all plain numbers. Threads' shares divide blocks', and are whole fragments.
struct GemmTiling {
    int64_t blockF = gemmFragment, blockP = gemmFragment, threadF = gemmFragment, threadP = gemmFragment;
    int64_t step = 1, stages = 1, parts = 1, vector = 1;

    int64_t threadsF() const { return blockF / threadF; }
    int64_t threadsP() const { return blockP / threadP; }
};

/// Refuses what is no such tiling, in the name of a template: an edit may have added any number.
GemmTiling gemmTiling(TemplateContext& cfg, const char* templateName);

/// One of a product's two directions, cut into blocks of virtual threads of threads of fragments: `block` of its `extent` for a
/// block, `each` of these for a thread.
struct GemmDirection {
    int64_t threads = 1;
    int64_t virtualThreads = 1; ///< fewer than the knobs say where the whole direction is shorter
    int64_t fragment = 1;
    int64_t blocks = 1;

    GemmDirection(int64_t extent, int64_t block, int64_t each);
    int64_t tile() const { return threads * virtualThreads * fragment; }
};
struct GemmDirections {
    GemmDirection filters, pixels;
};
/// Parts of the reduction are written down with what fills the last block up; the output itself is not.
GemmDirections gemmDirections(const Conv2d& conv, const ConfigEntity& entity);

/// A product of filters x taps and taps x pixels on a GPU without tensor cores, in four levels (Kerr et al., "CUTLASS", 2017): a
/// block's tile comes through shared memory a few taps at a time, copied asynchronously `stages` - 1 steps ahead; a thread's
/// fragments come from there as 16-byte moves; its sums stay in registers. The filters are packed once; parts of the reduction
/// are added up by a kernel of its own, a thread an element.
void scheduleGemm(Schedule& s, TemplateContext& cfg, const ImplicitGemmExpression& e, const GemmTiling& t);

} // namespace knobscope
