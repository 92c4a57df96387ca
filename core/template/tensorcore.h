// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/warpmma.h"
#include "core/template/template.h"

#include <cstdint>

namespace knobscope {

// Common parts of the tensor-core templates, which are this program's own: AutoTVM has no such space. A block of warps computes a
// block of the output, each warp a rectangle of 16 x 8 tiles; both factors go through shared memory, `chunk` tiles of the
// reduction at a time, padded with zeros to whole tiles.

/// The knobs of one config, multiplied out.
struct WarpTiling {
    ir::MmaKind kind = ir::MmaKind::F16;
    int64_t rowWarps = 1, columnWarps = 1; ///< per block
    int64_t rowTiles = 1, columnTiles = 1; ///< per warp
    int64_t chunk = 1; ///< tiles of the reduction held in shared memory
    int64_t offset = 0; ///< padding elements between rows of shared memory, against bank conflicts
    int64_t vector = 1; ///< elements per copy of a thread
    bool isDoubleBuffered = false;

    ir::MmaShape shape() const { return ir::mmaShape(kind); }
    int64_t warpRows() const { return rowTiles * shape().m; }
    int64_t warpColumns() const { return columnTiles * shape().n; }
    int64_t blockRows() const { return rowWarps * warpRows(); }
    int64_t blockColumns() const { return columnWarps * warpColumns(); }
    int64_t depth() const { return chunk * shape().k; }
};

/// Layers of networks whose products tensor cores support: float32 as TF32 (from sm_80 on), and float16 (from sm_75 on).
std::vector<LayerKind> layersOnTensorCores(const std::string& op);

/// The instruction for a type of factors: float16 itself, float32 rounded to TF32. Rejects other types.
Result<ir::MmaKind> mmaKindFor(ir::DataType type);
/// Declares block_row_warps, block_col_warps, warp_row_tiles, warp_col_tiles, chunk, offset, vec and double_buffer.
void declareWarpKnobs(TemplateContext& cfg, ir::MmaKind kind);
/// Two by two warps of two by four tiles with 16-byte copies: a medium block that every tensor core supports.
ConfigEntity fallbackWarps(const ConfigSpace& space, const TargetTraits& target);
WarpTiling warpTiling(TemplateContext& cfg, ir::MmaKind kind);

/// The stages of a product. Shapes: a (batch …, row, outer reductions …, depth), b (column, outer reductions …, depth), sum
/// (batch …, row, column); rows, columns and depth are whole blocks.
struct WarpProduct {
    ir::Tensor a; ///< in shared memory, with the arguments' type
    ir::Tensor b;
    ir::Tensor partA; ///< fragments of a warp's lanes, with the multiplier's type
    ir::Tensor partB;
    ir::Tensor sum; ///< float32
    ir::Tensor out;
    size_t outRow = 0; ///< indexes of the output's row and column axes; the others are the batch
    size_t outColumn = 1;
    bool rowsInMemory = false; ///< rows, not depth, are contiguous in a's source: threads copy along them
};

/// `extent` rounded up to whole blocks.
inline int64_t wholeBlocks(int64_t extent, int64_t block)
{
    return (extent + block - 1) / block * block;
}

/// Creates the stages after a and b: their parts, and sums over outer reductions and depth. The caller creates `out`.
WarpProduct warpProduct(const WarpTiling& tiling, const ir::Tensor& a, const ir::Tensor& b);

void scheduleWarpProduct(Schedule& s, const WarpTiling& tiling, const WarpProduct& product);

} // namespace knobscope
