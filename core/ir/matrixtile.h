// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/dot.h"

#include <cstdint>

namespace knobscope::ir {

/// The operation of a Tensorized nest that adds the product of two small matrices to a third one, or clears that:
///
///     for row < R, column < N, group < K, i < dotLength:
///         sum[row, column] += a[row, group, i] * b[group, column, i]
///
/// with 32-bit sums and factors as in dot.h, a's elements of a row and b's of a group adjacent in memory. CPUs with AMX (Intel
/// "Software Developer's Manual", volume 1, chapter 18) keep such matrices in tile registers: 16 rows of 64 bytes. Adjacent
/// nests that clear sums and then add to them are one region, within which the sums stay in registers. The loops have the
/// semantics of their bodies, and are emitted as plain loops for other CPUs.
inline constexpr const char* kTileOperation = "tile";

inline constexpr int64_t kTileRows = 16;
inline constexpr int64_t kTileColumns = 16; ///< of 32 bits
/// Sums of a region: the other four of the eight registers hold factors, two of each.
inline constexpr int64_t kMostTileSums = 4;

/// Elements of the reduction in a tile: 64 of bytes, 32 of bfloat16; 0 for types that are never multiplied by tiles.
inline int64_t tileDepth(DataType a, DataType b, DataType sum)
{
    const bool isOfWords = a.isInteger() && a.bits == 16;
    const int64_t length = dotLength(a, b, sum);
    return length > 1 && !isOfWords ? kTileColumns * length : 0;
}

} // namespace knobscope::ir
