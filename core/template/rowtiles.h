// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/context.h"

#include <cstdint>

// Register tiles of rows by a block of columns over the whole reduction: common parts of the extra templates for matrix products
// on CPUs.

namespace knobscope {

/// Vector operations for `elements` adjacent elements: whole vectors, then halves, quarters, …
int64_t vectorsOf(int64_t elements, int64_t lanes);

/// Rows of a register tile that templates offer.
const std::vector<int64_t>& tileHeights();

/// Blocks of columns that templates offer if the last one may have fewer: whole vectors, until one holds all columns.
std::vector<int64_t> columnBlocks(int64_t columns);

/// Loops of a scheduled output.
struct RowTileLoops {
    ir::IterVar part;   ///< batch, part of the rows and block of columns, in parallel
    ir::IterVar member; ///< tiles of a part
};

/// Schedules the last two axes of `output`, rows and columns, whose tiles are computed into `sums`: a block's columns of the
/// second factor stay in the cache while the tiles of a part of the rows use them. The last tile may have fewer rows, and the
/// last block of `block` columns fewer columns. A reduction with a second axis adds dot products of that length
/// (ir::kDotOperation). Uses the knobs tile_y, row_parts and unroll_k.
RowTileLoops scheduleRowTiles(Schedule& s, TemplateContext& cfg, const ir::Tensor& output, const ir::Tensor& sums, int64_t block);

/// Sizes of a register tile.
struct RowTile {
    int64_t rows = 1;
    int64_t block = 1; ///< columns
};
/// The tile that needs the fewest half cycles for a matrix: two multiply-adds and two loads start per cycle, ten multiply-adds
/// overlap, sums, columns and one element of the rows are in registers, and each tile reads its columns from a more distant
/// cache. `isWhole`: the block divides the columns, else it is one of columnBlocks().
RowTile bestRowTile(const TargetTraits& target, int64_t rows, int64_t columns, bool isWhole);

} // namespace knobscope
