// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/rowtiles.h"

#include "core/ir/dot.h"
#include "core/ir/integerdivision.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace knobscope {

int64_t vectorsOf(int64_t elements, int64_t lanes)
{
    return elements / lanes + std::popcount(static_cast<uint64_t>(elements % lanes));
}

const std::vector<int64_t>& tileHeights()
{
    static const std::vector<int64_t> heights{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14};
    return heights;
}

std::vector<int64_t> columnBlocks(int64_t columns)
{
    std::vector<int64_t> blocks{8};
    while (blocks.back() < std::min<int64_t>(columns, 64)) {
        blocks.push_back(blocks.back() + 8);
    }
    return blocks;
}

RowTileLoops scheduleRowTiles(Schedule& s, TemplateContext& cfg, const ir::Tensor& output, const ir::Tensor& sums, int64_t block)
{
    StageRef out = s[output];
    const auto axes = out.axes();
    const size_t first = axes.size() - 2; // after the batch, if there is one
    const auto [column, lane] = out.chosenBy("tile_x").split(axes[first + 1], block);
    const int64_t rows = cfg.numberWithin("tile_y", 1);
    const auto [tiles, row] = out.chosenBy("tile_y").split(axes[first], rows);
    const int64_t count = (axes[first].extent + rows - 1) / rows;
    const int64_t parts = cfg.numberWithin("row_parts", 1);
    const auto [part, member] = out.chosenBy("row_parts").split(tiles, (count + parts - 1) / parts);
    out.reorder({part, column, member, row, lane});
    std::vector<ir::IterVar> outer{part, column};
    if (first > 0) {
        outer.insert(outer.begin(), axes[0]);
    }
    const ir::IterVar around = out.fuse(outer);
    out.parallel(around);
    out.unroll(row);
    out.chosenBy("tile_x").vectorize(lane);

    StageRef sum = s[sums];
    sum.setScope(ir::Scope::Local);
    sum.computeAt(out, member);
    const auto own = sum.axes();
    const bool isOfDots = sum.reduceAxes().size() > 1;
    const auto [steps, step] = sum.chosenBy("unroll_k").split(sum.reduceAxis(0), cfg.numberWithin("unroll_k", 1));
    sum.reorder({steps, step, own[first], own[first + 1]});
    sum.unrollAll({step, own[first]});
    sum.chosenBy("tile_x").vectorize(own[first + 1]);
    if (isOfDots) {
        sum.tensorize(sum.reduceAxis(1), ir::kDotOperation);
    }
    return {around, member};
}

int64_t rowsInCache(const MatrixProduct& product)
{
    const auto rowsOf = [](int64_t bytes) {
        constexpr int64_t lineBytes = 64;
        constexpr int64_t sets = 64;
        constexpr int64_t ways = 8;
        const bool isSpread = bytes % lineBytes != 0; // the lines drift over the sets
        return isSpread ? std::numeric_limits<int64_t>::max() : ways * sets / std::gcd(sets, bytes / lineBytes);
    };
    const int64_t ofOutput = rowsOf(product.n * product.outType.bytes());
    return product.transposeA ? ofOutput : std::min(ofOutput, rowsOf(product.k * product.type.bytes()));
}

int64_t partsInCache(int64_t rows)
{
    constexpr int64_t mostRows = 512;
    int64_t parts = 1;
    while (parts < kMostRowParts && rows > parts * mostRows) {
        parts *= 2;
    }
    return parts;
}

RowTile bestRowTile(const TargetTraits& target, const MatrixProduct& product, bool isWhole)
{
    const auto [rows, columns] = std::pair(product.m, product.n);
    const int64_t tallest = std::min(rows, rowsInCache(product));
    const int64_t registers = target.simdLanes >= 16 ? 32 : 16;
    constexpr double leastHalfCycles = 10; // eight sums just overlap, and every delay shows
    constexpr double remoteLoadCost = 0.5; // half cycles for each vector of columns, which comes from a more distant cache
    RowTile best;
    double least = 1e18;
    const int64_t widest = isWhole ? columns : ir::roundedUp<int64_t>(columns, target.simdLanes);
    for (int64_t block = 1; block <= std::min<int64_t>(64, widest); ++block) {
        const int64_t vectors = vectorsOf(block, target.simdLanes);
        // One vector takes as many loads as multiply-adds, and is left to matrices that have no more columns.
        const bool isFilled = block % target.simdLanes == 0 && (vectors > 1 || columns <= target.simdLanes);
        const bool isUsable = isWhole ? columns % block == 0 : isFilled;
        for (const int64_t tall : tileHeights()) {
            const int64_t spare = block % target.simdLanes == 0 ? 0 : 1; // else sums of mixed lengths leave the registers
            if (!isUsable || tall > tallest || vectors * tall + vectors + 1 + spare > registers) {
                continue;
            }
            const auto cycles = [&](int64_t height) {
                const auto operations = static_cast<double>(std::max(vectors * height, vectors + height));
                return std::max(operations, leastHalfCycles) + remoteLoadCost * static_cast<double>(vectors);
            };
            const double rest = rows % tall == 0 ? 0 : cycles(rows % tall);
            const int64_t blocks = (columns + block - 1) / block;
            const double cost = static_cast<double>(blocks) * (static_cast<double>(rows / tall) * cycles(tall) + rest);
            if (cost < least) {
                least = cost;
                best = {tall, block};
            }
        }
    }
    if (!isWhole) {
        best.block = std::min(best.block, columnBlocks(columns).back()); // a vector of 16 lanes can be wider than all of them
    }
    return best;
}

} // namespace knobscope
