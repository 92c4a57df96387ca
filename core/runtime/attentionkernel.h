// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/attentionpattern.h"
#include "core/runtime/groupkernel.h"

#include <cstdint>

namespace knobscope {

struct MachineProfile;

/// Rows of a block of queries and of a block of keys. If one block has all keys, a row's maximum is known before its first
/// exponential; else each block rescales what the ones before it summed.
struct AttentionBlocks {
    int64_t queries = 24;
    int64_t keys = 256;
    int64_t tileRows = 6; ///< of register tiles
    int64_t tileColumns = 16; ///< whole vectors of kNestLanes
};

/// Blocks whose scores stay in a core's caches, and tiles that fill its registers.
AttentionBlocks attentionBlocks(const Attention& attention, const MachineProfile& machine);

/// True if one kernel is faster than a kernel for each step.
bool isFasterAsOneKernel(const Attention& attention);

/// Kernel of an attention: first packs keys and values, in parallel, then computes blocks of queries, in parallel, whose scores
/// never leave the caches. Reads and writes its operands at their strides.
GroupKernel attentionKernel(const Graph& graph, const Attention& attention, const AttentionBlocks& blocks);

/// Plain operations: two per multiply-add of both products, four per score; without scores that a causal mask hides.
double flopsOf(const Attention& attention);

} // namespace knobscope
