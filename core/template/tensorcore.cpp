// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/tensorcore.h"

#include "core/template/gpuschedule.h"

#include <tuple>

namespace knobscope {

using ir::Expr;
using ir::IterVar;

namespace {

/// Returns the loop around one warp's work.
IterVar scheduleOutput(Schedule& s, const WarpTiling& t, const WarpProduct& p)
{
    StageRef out = s[p.out];
    const IterVar rows = out.axis(p.outRow);
    const IterVar columns = out.axis(p.outColumn);
    std::vector<IterVar> order;
    for (size_t i = 0; i < out.axes().size(); ++i) {
        if (i != p.outRow && i != p.outColumn) {
            order.push_back(out.axis(i));
            out.bind(out.axis(i), "blockIdx.z");
        }
    }
    const auto [rowBlock, inBlock] = out.chosenBy("block_row_warps").split(rows, t.blockRows());
    const auto [rowWarp, inWarp] = out.chosenBy("warp_row_tiles").split(inBlock, t.warpRows());
    const auto [rowTile, row] = out.split(inWarp, t.shape().m);
    const auto [columnBlock, inColumnBlock] = out.chosenBy("block_col_warps").split(columns, t.blockColumns());
    const auto [columnWarp, inColumnWarp] = out.chosenBy("warp_col_tiles").split(inColumnBlock, t.warpColumns());
    const auto [columnTile, column] = out.split(inColumnWarp, t.shape().n);
    order.insert(order.end(), {rowBlock, columnBlock, rowWarp, columnWarp, rowTile, columnTile, row, column});
    out.reorder(order);
    out.chosenBy("block_row_warps").bind(rowBlock, "blockIdx.y");
    out.chosenBy("block_col_warps").bind(columnBlock, "blockIdx.x");
    out.chosenBy("block_row_warps").bind(rowWarp, "threadIdx.z");
    out.chosenBy("block_col_warps").bind(columnWarp, "threadIdx.y");
    out.unrollAll({rowTile, columnTile});
    out.tensorize(row, "mma.tile");
    return columnWarp;
}

struct SumLoops {
    IterVar shared; ///< one chunk of the reduction
    IterVar tile;   ///< one tile of the chunk
};

SumLoops scheduleSum(Schedule& s, const WarpTiling& t, const WarpProduct& p)
{
    StageRef sum = s[p.sum];
    const auto axes = sum.axes();
    auto order = sum.reduceAxes();
    const IterVar depth = order.back();
    order.pop_back();
    const auto [chunk, inChunk] = sum.chosenBy("chunk").split(depth, t.depth());
    const auto [step, k] = sum.split(inChunk, t.shape().k);
    const auto [rowTile, row] = sum.split(axes[axes.size() - 2], t.shape().m);
    const auto [columnTile, column] = sum.split(axes.back(), t.shape().n);
    order.insert(order.end(), {chunk, step});
    order.insert(order.end(), axes.begin(), axes.end() - 2);
    order.insert(order.end(), {rowTile, columnTile, row, column, k});
    sum.reorder(order);
    sum.unrollAll({step, rowTile, columnTile});
    sum.tensorize(row, ir::mmaInstruction(t.kind).name);
    return {chunk, step};
}

/// Schedules a warp's tiles along `position` of the part, one tile deep.
void schedulePart(StageRef part, size_t position, int64_t factor)
{
    const auto axes = part.axes();
    const auto [tile, row] = part.split(axes[position], factor);
    std::vector<IterVar> order;
    for (size_t i = 0; i + 1 < axes.size(); ++i) {
        if (i != position) {
            order.push_back(axes[i]);
        }
    }
    order.insert(order.end(), {tile, row, axes.back()});
    part.reorder(order);
    part.unroll(tile);
    part.tensorize(row, "mma.tile");
}

/// All threads of a block fill its shared memory; adjacent threads copy adjacent vectors.
void scheduleCopy(const WarpTiling& t, StageRef copy, size_t rowAxis, bool alongRows)
{
    copy.setScope(ir::Scope::Shared);
    auto axes = copy.axes();
    if (t.offset > 0) {
        copy.chosenBy("offset").storageAlign(axes[axes.size() - 2], 2 * t.depth(), t.depth() + t.offset);
    }
    if (alongRows) {
        std::swap(axes[rowAxis], axes.back());
        copy.reorder(axes);
    }
    IterVar rest = copy.fuse(axes);
    if (!alongRows && t.vector > 1) {
        const auto [vectors, lanes] = copy.chosenBy("vec").split(rest, t.vector);
        copy.vectorize(lanes);
        rest = vectors;
    }
    const auto [warps, lane] = copy.split(rest, ir::kWarpLanes);
    copy.bind(lane, "threadIdx.x");
    const auto [rowWarps, columnWarp] = copy.chosenBy("block_col_warps").split(warps, t.columnWarps);
    copy.chosenBy("block_col_warps").bind(columnWarp, "threadIdx.y");
    const auto rowWarp = copy.chosenBy("block_row_warps").split(rowWarps, t.rowWarps)[1];
    copy.chosenBy("block_row_warps").bind(rowWarp, "threadIdx.z");
    if (t.isDoubleBuffered) {
        copy.chosenBy("double_buffer").doubleBuffer();
    }
}

} // namespace

std::vector<LayerKind> layersOnTensorCores(const std::string& op)
{
    return {{op, {"float32"}, nullptr, {8, 0}}, {op, {"float16"}, nullptr, {7, 5}}};
}

Result<ir::MmaKind> mmaKindFor(ir::DataType type)
{
    if (type == ir::float16) {
        return ir::MmaKind::F16;
    }
    if (type == ir::float32) {
        return ir::MmaKind::Tf32;
    }
    return fail(ErrorCode::Unsupported,
                "Tensor cores multiply float16, or float32 rounded to TF32; for {} use a template without tensor cores",
                type.text());
}

void declareWarpKnobs(TemplateContext& cfg, ir::MmaKind kind)
{
    const bool isHalf = kind == ir::MmaKind::F16;
    cfg.defineNumbers("block_row_warps", {1, 2, 4});
    cfg.defineNumbers("block_col_warps", {1, 2, 4});
    cfg.defineNumbers("warp_row_tiles", {1, 2, 4});
    cfg.defineNumbers("warp_col_tiles", {1, 2, 4, 8});
    cfg.defineNumbers("chunk", {1, 2, 4});
    cfg.defineNumbers("offset", {0, isHalf ? 8 : 4});
    cfg.defineNumbers("vec", isHalf ? std::vector<int64_t>{1, 2, 4, 8} : std::vector<int64_t>{1, 2, 4});
    cfg.defineNumbers("double_buffer", {0, 1});
}

ConfigEntity fallbackWarps(const ConfigSpace& space, const TargetTraits&)
{
    const auto last = [&](const char* name) {
        const Knob& knob = *space.find(name);
        return std::pair<std::string, KnobValue>(name, knob.at(knob.size() - 1));
    };
    const auto number = [](const char* name, int64_t value) {
        return std::pair<std::string, KnobValue>(name, OtherEntity{value});
    };
    return configWith(space, {number("block_row_warps", 2), number("block_col_warps", 2), number("warp_row_tiles", 2),
                              number("warp_col_tiles", 4), number("chunk", 2), last("offset"), last("vec")});
}

WarpTiling warpTiling(TemplateContext& cfg, ir::MmaKind kind)
{
    WarpTiling t;
    t.kind = kind;
    const auto positive = [&](const char* knob) { return cfg.numberWithin(knob, 1, 64); };
    t.rowWarps = positive("block_row_warps");
    t.columnWarps = positive("block_col_warps");
    t.rowTiles = positive("warp_row_tiles");
    t.columnTiles = positive("warp_col_tiles");
    t.chunk = positive("chunk");
    t.vector = positive("vec");
    t.offset = cfg.numberWithin("offset", 0, t.depth()); // at most one row
    t.isDoubleBuffered = cfg.number("double_buffer") != 0;
    return t;
}

WarpProduct warpProduct(const WarpTiling& tiling, const ir::Tensor& a, const ir::Tensor& b)
{
    WarpProduct p;
    p.a = a;
    p.b = b;
    const ir::DataType input = ir::mmaInstruction(tiling.kind).input;
    const auto part = [&](const ir::Tensor& whole, const char* suffix) {
        return ir::compute(whole.name() + suffix, whole.shape(),
                           [&](auto i) { return ir::cast(input, whole(std::vector<Expr>(i.begin(), i.end()))); });
    };
    p.partA = part(a, ".warp");
    p.partB = part(b, ".warp");
    const size_t reductions = b.shape().size() - 1;
    const size_t batch = a.shape().size() - reductions - 1;
    std::vector<IterVar> reduce;
    for (size_t r = 0; r < reductions; ++r) {
        reduce.push_back(ir::reduceAxis(r + 1 == reductions ? "k" : fmt::format("r{}", r), b.dim(r + 1)));
    }
    std::vector<int64_t> shape(a.shape().begin(), a.shape().begin() + static_cast<std::ptrdiff_t>(batch) + 1);
    shape.push_back(b.dim(0));
    p.sum = ir::compute("sum", shape, [&](auto i) {
        std::vector<Expr> left(i.begin(), i.end() - 1);
        std::vector<Expr> right{i[i.size() - 1]};
        for (const IterVar& r : reduce) {
            left.emplace_back(r.var);
            right.emplace_back(r.var);
        }
        return ir::sum(ir::cast(ir::float32, p.partA(left)) * ir::cast(ir::float32, p.partB(right)), reduce);
    });
    return p;
}

void scheduleWarpProduct(Schedule& s, const WarpTiling& tiling, const WarpProduct& product)
{
    const size_t rowOfA = product.a.shape().size() - product.b.shape().size();
    const IterVar warp = scheduleOutput(s, tiling, product);
    s[product.sum].setScope(ir::Scope::Local);
    s[product.sum].computeAt(s[product.out], warp);
    const SumLoops loops = scheduleSum(s, tiling, product);
    for (const auto& [part, position, factor] :
         {std::tuple(product.partA, rowOfA, tiling.shape().m), std::tuple(product.partB, size_t{0}, tiling.shape().n)}) {
        s[part].setScope(ir::Scope::Local);
        s[part].computeAt(s[product.sum], loops.tile);
        schedulePart(s[part], position, factor);
    }
    scheduleCopy(tiling, s[product.a], rowOfA, product.rowsInMemory);
    scheduleCopy(tiling, s[product.b], 0, false);
    s[product.a].computeAt(s[product.sum], loops.shared);
    s[product.b].computeAt(s[product.sum], loops.shared);
}

} // namespace knobscope
