// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/prefetch.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace knobscope {

namespace {

constexpr int64_t kLineBytes = 64;

/// Number of elements in one entry of the dimension.
int64_t elementsOf(const ir::BufferNode& buffer, size_t dimension)
{
    const auto inner = buffer.shape.begin() + static_cast<std::ptrdiff_t>(dimension) + 1;
    return std::accumulate(inner, buffer.shape.end(), int64_t{1}, std::multiplies<>());
}

/// Iteration count of a loop nest, outermost first, and the number of the current iteration.
struct ReuseLoops {
    int64_t count = 1;
    ir::Expr number = 0;

    void add(const ir::IterVar& loop, int64_t extent)
    {
        count *= extent;
        number = extent > 1 ? number * extent + loop.var : number;
    }
};

/// Returns nullopt if one of the loops does not enclose the stage.
std::optional<ReuseLoops> reuseLoopsOf(const BoundProgram& program, const StageData& stage)
{
    ReuseLoops loops;
    const StageBounds* around = stage.attach == AttachKind::At ? program.find(&stage.attachStage.node()) : nullptr;
    for (const ir::IterVar& axis : stage.prefetch->sharing) {
        if (!around || !around->extents.contains(axis.var.id())) {
            return std::nullopt;
        }
        loops.add(axis, around->extents.at(axis.var.id()));
    }
    return loops;
}

} // namespace

std::optional<PrefetchPlan> planPrefetch(const BoundProgram& program, const StageBounds& bounds, std::vector<ir::Expr> place)
{
    const StageData& stage = *bounds.stage;
    const PrefetchAhead& wanted = *stage.prefetch;
    const ir::BufferNode& buffer = *program.find(&wanted.tensor.node())->buffer;
    const auto isFixed = [](const ir::Expr& index) { return index.as<ir::IntImm>() != nullptr; };
    const auto moving = std::find_if_not(place.rbegin(), place.rend(), isFixed);
    if (isFixed(place[wanted.dimension])) {
        return std::nullopt;
    }
    const auto innermost = static_cast<size_t>(place.rend() - moving) - 1;
    const int64_t entries = innermost == wanted.dimension ? wanted.count : 1;
    const int64_t lines = (entries * elementsOf(buffer, innermost) * buffer.type.bytes() + kLineBytes - 1) / kLineBytes;
    const auto sharers = reuseLoopsOf(program, stage);
    if (!sharers) {
        return std::nullopt;
    }
    place[wanted.dimension] = ir::simplify(place[wanted.dimension] + ir::Expr(wanted.count), program.ranges);
    std::optional<PrefetchPlan> plan;
    ReuseLoops own;
    ReuseLoops sharing = *sharers;
    for (size_t depth = 0; depth < stage.leaves.size(); ++depth) {
        const ir::IterVar& leaf = stage.leaves[depth];
        const AxisAnnotation* annotation = stage.annotationOf(leaf);
        if (annotation && annotation->kind == ir::ForKind::Tensorized) { // an instruction replaces the loops within
            break;
        }
        if (leaf.kind != ir::IterKind::Reduce) {
            continue;
        }
        const bool isSerial = !annotation || annotation->kind == ir::ForKind::Serial;
        own.add(leaf, bounds.extents.at(leaf.var.id()));
        if (!plan && own.count <= lines && own.count * sharing.count > lines) { // the first ones share, others ask again
            sharing.count = lines / own.count;
            sharing.number = sharing.count == 1 ? ir::Expr(int64_t{0}) : ir::floorMod(sharers->number, ir::Expr(sharing.count));
        }
        const int64_t iterations = own.count * sharing.count;
        if (!isSerial || iterations > lines) {
            break;
        }
        plan = PrefetchPlan{depth, (lines + iterations - 1) / iterations, place, own.number * sharing.count + sharing.number,
                            wanted.primitive};
    }
    return plan;
}

ir::Stmt PrefetchPlan::statements(const ir::Buffer& buffer, const ir::Ranges& ranges) const
{
    const int64_t lineElements = kLineBytes / buffer->type.bytes();
    std::vector<ir::Stmt> all;
    for (int64_t line = 0; line < lines; ++line) {
        std::vector<ir::Expr> indices = place;
        indices.back() = ir::simplify(indices.back() + (turn * lines + line) * lineElements, ranges);
        all.push_back(ir::makeStmt(ir::Prefetch{buffer, std::move(indices), provenance}));
    }
    return ir::block(std::move(all));
}

ir::Stmt prefetchOf(const ir::Load& load, std::span<const LoadLoop> loops, const ir::Ranges& ranges)
{
    constexpr size_t mostLines = 64;
    const int64_t lineElements = kLineBytes / load.buffer->type.bytes();
    std::vector<ir::Substitution> lines(1);
    for (const LoadLoop& loop : loops) {
        std::vector<ir::Substitution> more;
        for (const ir::Substitution& line : lines) {
            for (int64_t i = 0; i < loop.extent && more.size() <= mostLines; i += loop.isVector ? lineElements : 1) {
                more.push_back(line);
                more.back()[loop.var.id()] = ir::Expr(i);
            }
        }
        lines = std::move(more);
    }
    if (lines.size() > mostLines) {
        return {};
    }
    std::vector<ir::Stmt> all;
    for (const ir::Substitution& line : lines) {
        std::vector<ir::Expr> indices;
        for (const ir::Expr& index : load.indices) {
            indices.push_back(ir::simplify(ir::substitute(index, line), ranges));
        }
        all.push_back(ir::makeStmt(ir::Prefetch{load.buffer, std::move(indices), 0}));
    }
    return ir::block(std::move(all));
}

} // namespace knobscope
