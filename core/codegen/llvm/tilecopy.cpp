// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/matrixtiles.h"

#include <algorithm>

namespace knobscope {

namespace {

/// The loops of a nest around a single store of a region's sum, unchanged.
std::optional<TileCopy> copyingNest(const ir::BufferNode* sums, ir::Stmt s)
{
    TileCopy copy;
    while (const auto* loop = s.as<ir::For>()) {
        if (loop->kind == ir::ForKind::Parallel || loop->kind == ir::ForKind::Tensorized) {
            return std::nullopt;
        }
        copy.loops.push_back(loop);
        s = loop->body;
    }
    copy.store = s.as<ir::Store>();
    const auto* load = copy.store ? copy.store->value.as<ir::Load>() : nullptr;
    const bool isCopy =
        load && load->buffer.get() == sums && copy.store->buffer.get() != sums && copy.store->buffer->type == load->buffer->type;
    return isCopy ? std::optional(copy) : std::nullopt;
}

/// A loop of the copy with its steps.
struct CopyLoop {
    const ir::For* loop = nullptr;
    int64_t from = 0; ///< elements of the sums' buffer
    int64_t to = 0;   ///< elements of the destination
};

/// The loops of more than one iteration, largest step in the sums' buffer first; empty if anything else decides where to read.
std::vector<CopyLoop> copyLoops(const TileCopy& copy)
{
    const auto* load = copy.store->value.as<ir::Load>();
    const AccessIndex from = flatten(*load->buffer, load->indices);
    const AccessIndex to = flatten(*copy.store->buffer, copy.store->indices);
    std::vector<CopyLoop> loops;
    for (const ir::For* loop : copy.loops) {
        if (loop->extent > 1) {
            loops.push_back({loop, from.coefficientOf(loop->var.id()), to.coefficientOf(loop->var.id())});
        }
        const bool isElsewhere = std::ranges::any_of(to.others, [&](const auto& t) { return ir::usesVar(t.atom, loop->var); });
        if (isElsewhere || (loop->extent > 1 && loops.back().from < 1)) {
            return {};
        }
    }
    const bool isOfLoops =
        from.others.empty() && from.constant == 0 && std::ranges::all_of(from.vars, [&](const auto& term) {
            return std::ranges::any_of(copy.loops, [&](const ir::For* loop) { return loop->var.id() == term.var; });
        });
    std::ranges::stable_sort(loops, std::greater<>(), &CopyLoop::from);
    return isOfLoops ? loops : std::vector<CopyLoop>();
}

} // namespace

std::optional<TileCopy> planTileCopy(const TileRegion& region, const ir::Stmt& s)
{
    auto copy = copyingNest(region.buffer, s);
    if (!copy || region.rowStep == 0) {
        return std::nullopt;
    }
    const std::vector<CopyLoop> loops = copyLoops(*copy);
    int64_t toCopy = 1;
    for (const CopyLoop& one : loops) {
        toCopy *= one.loop->extent;
    }
    for (const auto& [offset, tile] : region.registers) {
        const TileShape& sum = region.sums[static_cast<size_t>(tile)];
        int64_t rest = offset;
        bool hasRows = sum.rows == 1;
        bool hasColumns = sum.columns == 1;
        std::map<const void*, int64_t> starts;
        for (const CopyLoop& one : loops) {
            const int64_t start = std::min(rest / one.from, one.loop->extent - 1);
            rest -= start * one.from;
            starts[one.loop->var.id()] = start;
            const bool isRow = one.from == region.rowStep && start + sum.rows <= one.loop->extent;
            const bool isColumn = one.from == 1 && one.to == 1 && start + sum.columns <= one.loop->extent;
            if (isRow && sum.rows > 1) {
                hasRows = true;
                copy->rowBytes = one.to * copy->store->buffer->type.bytes();
            }
            hasColumns = hasColumns || isColumn;
        }
        if (rest != 0 && sum.groups == 0) {
            continue; // of a last region with fewer tiles
        }
        copy->starts[tile] = std::move(starts);
        toCopy -= sum.rows * sum.columns;
        if (rest != 0 || !hasRows || !hasColumns) {
            return std::nullopt;
        }
    }
    return toCopy == 0 ? copy : std::nullopt;
}

} // namespace knobscope
