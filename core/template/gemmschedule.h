// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/implicitgemm.h"
#include "core/template/context.h"

#include <cstdint>

namespace knobscope {

// Schedule of a matrix product on a GPU without tensor cores, by the knobs block_f, block_p, thread_f, thread_p, step_k, stages,
// split_k and vector_p.

/// Adjacent values that a thread owns in one direction: one 16-byte access.
inline constexpr int64_t kGemmFragment = 4;

/// The knobs of one config, all plain numbers. Thread shares divide block shares and are whole fragments.
struct GemmTiling {
    int64_t blockF = kGemmFragment, blockP = kGemmFragment, threadF = kGemmFragment, threadP = kGemmFragment;
    int64_t step = 1, stages = 1, parts = 1, vector = 1;

    int64_t threadsF() const { return blockF / threadF; }
    int64_t threadsP() const { return blockP / threadP; }
};

/// Refuses an invalid tiling, naming the template: an edit may have added any number.
GemmTiling gemmTiling(TemplateContext& cfg, const char* templateName);

/// Product of filters x taps and taps x pixels on a GPU without tensor cores, in four levels (Kerr et al., "CUTLASS", 2017):
/// loads a block's tile through shared memory a few taps at a time, with asynchronous copies `stages` - 1 steps ahead; loads a
/// thread's fragments from there in 16-byte accesses; keeps sums in registers. Packs the filters once; a separate kernel adds the
/// parts of the reduction, one thread per element.
void scheduleGemm(Schedule& s, TemplateContext& cfg, const ImplicitGemmExpression& e, const GemmTiling& t);

} // namespace knobscope
