// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/unrolllimits.h"

#include "core/ir/visit.h"

namespace knobscope {

namespace {

constexpr int64_t registerBytes = 4;
constexpr int64_t registersOfThread = 255;
constexpr int64_t mostWholeCopies = 32;
constexpr int copiesOfLongCopy = 4;

bool onlyCopiesToShared(const ir::Stmt& body)
{
    bool stores = false;
    bool only = true;
    ir::forEachStmt(body, [&](const ir::Stmt& s) {
        if (const auto* store = s.as<ir::Store>()) {
            stores = true;
            only = only && store->buffer->scope == ir::Scope::Shared;
        }
    });
    return stores && only;
}

std::set<const void*> indexVars(const ir::Stmt& body, int64_t moreThanBytes)
{
    std::set<const void*> found;
    ir::forEachAccess(body, [&](const ir::Buffer& buffer, const std::vector<ir::Expr>& indices) {
        if (buffer->scope != ir::Scope::Local || buffer->bytes() <= moreThanBytes) {
            return;
        }
        for (const ir::Expr& index : indices) {
            ir::forEachExpr(index, [&](const ir::Expr& part) {
                if (const auto* ref = part.as<ir::VarRef>()) {
                    found.insert(ref->var.id());
                }
            });
        }
    });
    return found;
}

} // namespace

std::unordered_map<const void*, int> unrollLimits(const ir::Stmt& body)
{
    std::unordered_map<const void*, int> limits;
    ir::forEachStmt(body, [&](const ir::Stmt& s) {
        const auto* loop = s.as<ir::For>();
        if (loop && loop->kind != ir::ForKind::Vectorized && loop->extent > mostWholeCopies && onlyCopiesToShared(loop->body)) {
            limits[loop->var.id()] = copiesOfLongCopy;
        }
    });
    for (const void* var : indexVars(body, registersOfThread * registerBytes)) {
        limits[var] = 1;
    }
    return limits;
}

std::set<const void*> loopsOfTiles(const ir::Stmt& body)
{
    return indexVars(body, 0);
}

} // namespace knobscope
