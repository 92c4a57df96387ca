// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/dense.h"
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
/// The tile that needs the fewest half cycles for a product: two multiply-adds and two loads start per cycle, ten multiply-adds
/// overlap, sums, columns and one element of the rows are in registers, each tile reads its columns from a more distant cache,
/// and its rows stay in the first-level cache (rowsInCache). `isWhole`: the block divides the columns, else it is one of
/// columnBlocks().
RowTile bestRowTile(const TargetTraits& target, const MatrixProduct& product, bool isWhole);

/// Number of rows whose lines, one each of the first factor and of the output, a cache of 64 sets and 8 ways holds at once.
/// Lines whose distance is a multiple of 4096 bytes share a set: with 1024 floats a row of the factor, tiles of 14 rows reach 64
/// to 82 GFLOPS on a Zen 4 and tiles of 8 rows 111; of the output, 103 and 107.
int64_t rowsInCache(const MatrixProduct& product);

/// Most parts of the rows that templates offer.
inline constexpr int64_t kMostRowParts = 8;
/// Parts of the rows, a power of two up to kMostRowParts, each of at most 512. A block of columns writes a line of each row of a
/// part, and the cache fetches the neighbouring lines, which the next block writes. They stay in the second-level cache if there
/// are not more rows: those of 1024 bytes share a sixteenth of its sets. 1500 rows of 256 columns with a residual connection
/// take 2.4 ms in one part and 2.0 in four on a Zen 4 with AVX2.
int64_t partsInCache(int64_t rows);

} // namespace knobscope
