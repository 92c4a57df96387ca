// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/warpmma.h"
#include "core/template/template.h"

#include <cstdint>

namespace knobscope {

// What the tensor-core templates have in common. They are this program's own: AutoTVM has no such space. A block of warps
// computes a block of the output, each warp a rectangle of 16 x 8 tiles; both factors come through shared memory, `chunk` tiles
// of the reduction at a time, padded with zeros to whole tiles.

/// One config's knobs, multiplied out.
struct WarpTiling {
    ir::MmaKind kind = ir::MmaKind::F16;
    int64_t rowWarps = 1, columnWarps = 1; ///< of a block
    int64_t rowTiles = 1, columnTiles = 1; ///< of a warp
    int64_t chunk = 1;                     ///< tiles of the reduction in shared memory at once
    int64_t offset = 0;                    ///< elements between rows of shared memory, against bank conflicts
    int64_t vector = 1;                    ///< elements that a thread copies at once
    bool isDoubleBuffered = false;

    ir::MmaShape shape() const { return ir::mmaShape(kind); }
    int64_t warpRows() const { return rowTiles * shape().m; }
    int64_t warpColumns() const { return columnTiles * shape().n; }
    int64_t blockRows() const { return rowWarps * warpRows(); }
    int64_t blockColumns() const { return columnWarps * warpColumns(); }
    int64_t depth() const { return chunk * shape().k; }
};

/// The layers of networks whose products tensor cores can take: in float32 as TF32 (from sm_80 on), and in float16 (sm_75).
std::vector<Alternative> alternativesOnTensorCores(const std::string& op);

/// The product for a type of factors: float16 itself, float32 rounded to TF32. Others are refused.
Result<ir::MmaKind> mmaKindFor(ir::DataType type);
/// Declares block_row_warps, block_col_warps, warp_row_tiles, warp_col_tiles, chunk, offset, vec and double_buffer.
void declareWarpKnobs(TemplateContext& cfg, ir::MmaKind kind);
/// Two by two warps of two by four tiles, copies of 16 bytes: a middling block that every tensor core takes.
ConfigEntity fallbackWarps(const ConfigSpace& space, const TargetTraits& target);
WarpTiling warpTiling(TemplateContext& cfg, ir::MmaKind kind);

/// The matrix product that a config of such a template computes.
struct WarpWork {
    int64_t batch = 1;
    int64_t rows = 1;
    int64_t columns = 1;
    int64_t depth = 1; ///< of one outer reduction step
    ir::DataType type;
    WarpTiling tiling;
};
/// With the tiling of a config; nullopt where type or knobs are not what the templates take.
std::optional<WarpWork> withTiling(WarpWork work, const ConfigEntity& entity);
KnobLaunch warpLaunch(const std::optional<WarpWork>& work);
/// Both matrices' parts of one step of the reduction, twice where they are double-buffered and there is a next step.
std::optional<KnobShared> warpShared(const std::optional<WarpWork>& work);

/// The stages of a product. Shapes: a (batch …, row, outer reductions …, depth), b (column, outer reductions …, depth),
/// sum (batch …, row, column); rows, columns and depth are whole blocks.
struct WarpProduct {
    ir::Tensor a;     ///< what a block shares, of the arguments' type
    ir::Tensor b;
    ir::Tensor partA; ///< what the lanes of a warp hold, of the multiplier's type
    ir::Tensor partB;
    ir::Tensor sum;   ///< float32
    ir::Tensor out;
    size_t outRow = 0;    ///< which of the output's axes are rows and columns; the others are the batch
    size_t outColumn = 1;
    bool rowsInMemory = false; ///< neighbours in memory of a's source are rows, not depth: threads copy along them
};

/// `extent` in whole blocks.
inline int64_t wholeBlocks(int64_t extent, int64_t block)
{
    return (extent + block - 1) / block * block;
}

/// The stages from a and b on: their parts, and sums over `outer` reductions and the depth. `out` is left to the caller.
WarpProduct warpProduct(const WarpTiling& tiling, const ir::Tensor& a, const ir::Tensor& b);

void scheduleWarpProduct(Schedule& s, const WarpTiling& tiling, const WarpProduct& product);

} // namespace knobscope
