// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/unrolllimits.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

constexpr int64_t kRegisterBytes = 4;
constexpr int64_t kRegistersPerThread = 255;
constexpr int64_t kMaxUnlimitedExtent = 32;
constexpr int kLongCopyUnroll = 4;

bool onlyCopiesToShared(const ir::Stmt& body)
{
    const auto isShared = [](const ir::Store* store) { return store->buffer->scope == ir::Scope::Shared; };
    const auto stores = ir::statementsOf<ir::Store>(body);
    return !stores.empty() && std::ranges::all_of(stores, isShared);
}

/// Variables that index a local buffer larger than the registers of a thread.
std::set<const void*> varsOfLargeTiles(const ir::Stmt& body)
{
    std::set<const void*> found;
    ir::forEachAccess(body, [&](const ir::Buffer& buffer, const std::vector<ir::Expr>& indices) {
        if (buffer->scope != ir::Scope::Local || buffer->bytes() <= kRegistersPerThread * kRegisterBytes) {
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
    for (const ir::For* loop : ir::statementsOf<ir::For>(body)) {
        if (loop->kind != ir::ForKind::Vectorized && loop->extent > kMaxUnlimitedExtent && onlyCopiesToShared(loop->body)) {
            limits[loop->var.id()] = kLongCopyUnroll;
        }
    }
    for (const void* var : varsOfLargeTiles(body)) {
        limits[var] = 1;
    }
    return limits;
}

} // namespace knobscope
