// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/matrixtile.h"
#include "core/op/conv2d.h"
#include "core/op/dense.h"
#include "core/template/template.h"

#include <cstdint>
#include <optional>
#include <vector>

// Common parts of the extra templates that multiply matrix tiles (AMX): sums of tiles_y tiles of tile_y rows, by as many tiles
// of 16 columns as a block has, stay in registers over the whole reduction.

namespace knobscope {

/// Whether a convolution has enough channels for tiles, and more than one row of them: a single one would be no loop.
bool fillsTiles(const Conv2d& conv);
/// Whether tiles reduce over the channels of a window's row, which are adjacent in memory, because each pixel has few of them.
bool multipliesRowsOfWindows(const Conv2d& conv);
/// The block of channels that untuned convolutions of bytes choose: the largest one of whole vectors; 0 if there is none.
int64_t largestTileBlock(int64_t channels);

/// Declares tile_y, with the heights that leave few rows empty, and tiles_y, for an output of `rows` rows.
void defineTileKnobs(TemplateContext& cfg, int64_t rows);
/// Declares tile_y alone, for regions of four tiles of rows; first the height whose regions take the fewest cycles.
void defineRegionHeight(TemplateContext& cfg, int64_t rows);
/// Declares the knob of a block of input channels: the divisor of theirs that fills a tile's rows of `depth` elements best.
void defineFullBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels, int64_t depth);
/// Declares the knob of a block of channels or columns: a multiple of `unit`, or of a smaller one, that divides them.
void defineTileBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels, int64_t unit, int64_t most);
/// Declares the knob of a block of a product's columns and returns the block: a divisor of the columns if the second factor is
/// packed before (`isWhole`), else whole tiles, of which the last are filled up.
int64_t defineTileColumns(TemplateContext& cfg, const KnobName& knob, int64_t columns, bool isWhole);
/// Refuses more sums than there are registers.
void checkTileKnobs(TemplateContext& cfg, int64_t block);
/// Iterations of each part when about `parts` parts share ceil(extent / step) iterations: all parts are equal, and there is only
/// one if the last iteration is shorter than the others. Conditions around a last part would make plain loops of its products.
int64_t equalPart(int64_t extent, int64_t step, int64_t parts);
/// Rows of a tile.
int64_t tileHeight(TemplateContext& cfg);

/// Orders the loops of a stage of sums: those `around` the tiles, outermost first, of which `groups` (of the reduction) is split
/// into tiles, and the tiles of rows and columns.
void scheduleTileSums(StageRef sum, TemplateContext& cfg, const ir::IterVar& row, const ir::IterVar& column,
                      std::vector<ir::IterVar> around, const ir::IterVar& groups, const ir::IterVar& element);

/// Tiles of a region along the rows.
struct TileRows {
    int64_t rows = 1; ///< of a tile
    int64_t tiles = 1;
};
/// The tiles, at most `most` in a region, that take the fewest cycles.
TileRows bestTileRows(int64_t rows, int64_t most);

/// A block of two tiles of columns, which with two of rows read fewest factors for each product; less if they do not divide.
KnobValue twoTilesOf(const ConfigSpace& space, std::string_view knob);
/// Columns of a block of such a knob.
int64_t blockOf(const KnobValue& columns);

/// The product that one of op's functions reads, if tiles can multiply its types.
template<auto Read>
MatrixProduct readTileProduct(ArgumentReader& reader)
{
    const MatrixProduct p = Read(reader);
    if (ir::tileDepth(p.type, p.weightType, p.outType) == 0) {
        reader.refuse(
            phrase("it adds products of 8-bit integers in int32 and of bfloat16 in float32; the given types are {}, {} and {}",
                   p.type.text(), p.weightType.text(), p.outType.text()));
    }
    return p;
}

} // namespace knobscope
