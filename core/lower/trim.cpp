// SPDX-License-Identifier: GPL-3.0-or-later
// Shortens loops that fill elements of local buffers which nothing reads, at the ends of parts that tiles do not divide.
#include "core/lower/passes.h"

#include "core/ir/matrixtile.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <vector>

namespace knobscope {

using ir::Expr;
using ir::ForKind;
using ir::Stmt;

namespace {

/// Whether all accesses in a statement are loads and stores: not fragments of a warp, nor matrix tiles.
bool hasPlainAccesses(const Stmt& s)
{
    const auto isTile = [](const ir::For* loop) {
        return loop->kind == ForKind::Tensorized && loop->threadTag == ir::kTileOperation;
    };
    return ir::statementsOf<ir::WarpMma>(s).empty() && std::ranges::none_of(ir::statementsOf<ir::For>(s), isTile);
}

/// One past the largest index of each dimension that is read other than to accumulate into the same element.
std::vector<int64_t> lengthsRead(const Stmt& body, const ir::Buffer& buffer, const ir::Ranges& ranges)
{
    std::vector<int64_t> lengths(buffer->shape.size(), 0);
    const auto read = [&](const Expr& e) {
        const auto* load = e.as<ir::Load>();
        if (!load || load->buffer != buffer) {
            return;
        }
        for (size_t d = 0; d < lengths.size(); ++d) {
            const auto bounds = ir::boundsOf(load->indices[d], ranges);
            lengths[d] = std::max(lengths[d], bounds ? bounds->max + 1 : buffer->shape[d]);
        }
    };
    ir::forEachStmt(body, [&](const Stmt& part) {
        if (const auto* store = part.as<ir::Store>()) {
            ir::forEachExpr(store->value, [&](const Expr& e) {
                if (store->buffer != buffer || !ir::readsStoredElement(*store, e)) {
                    read(e);
                }
            });
            std::ranges::for_each(store->indices, [&](const Expr& index) { ir::forEachExpr(index, read); });
        } else if (const auto* branch = part.as<ir::IfThen>()) {
            ir::forEachExpr(branch->condition, read);
        }
    });
    return lengths;
}

/// Iterations of an unrolled loop whose stores are read; all of them if it stores elsewhere, too.
int64_t iterationsRead(const ir::For& loop, const ir::Buffer& buffer, const std::vector<int64_t>& lengths)
{
    const auto stores = ir::statementsOf<ir::Store>(loop.body);
    int64_t most = 0;
    for (const ir::Store* store : stores) {
        int64_t own = loop.extent;
        for (size_t d = 0; store->buffer == buffer && d < lengths.size(); ++d) {
            const auto* index = store->indices[d].as<ir::VarRef>();
            own = index && index->var == loop.var ? std::min(own, lengths[d]) : own;
        }
        most = std::max(most, own);
    }
    return most > 0 ? std::min(most, loop.extent) : loop.extent;
}

} // namespace

Stmt trimTiles(const Stmt& s, ir::Ranges& ranges)
{
    for (const ir::For* loop : ir::statementsOf<ir::For>(s)) {
        ranges.setExtent(loop->var, loop->extent);
    }
    return ir::transformStmt(s, [&](const Stmt& part) {
        const auto* local = part.as<ir::Allocate>();
        if (!local || local->buffer->scope != ir::Scope::Local || !hasPlainAccesses(local->body)) {
            return part;
        }
        const std::vector<int64_t> lengths = lengthsRead(local->body, local->buffer, ranges);
        const Stmt body = ir::transformStmt(local->body, [&](const Stmt& inner) {
            const auto* loop = inner.as<ir::For>();
            const int64_t extent = loop && loop->kind == ForKind::Unrolled ? iterationsRead(*loop, local->buffer, lengths) : 0;
            if (!loop || loop->kind != ForKind::Unrolled || extent == loop->extent) {
                return inner;
            }
            ir::For shorter = *loop;
            shorter.extent = extent;
            ranges.setExtent(loop->var, extent);
            return ir::makeStmt(std::move(shorter));
        });
        return body.id() == local->body.id() ? part : ir::makeStmt(ir::Allocate{local->buffer, body});
    });
}

} // namespace knobscope
