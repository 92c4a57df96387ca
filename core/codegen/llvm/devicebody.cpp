// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/devicebody.h"

#include "core/codegen/llvm/unrolling.h"
#include "core/codegen/unrolllimits.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"

namespace knobscope {

using ir::ForKind;
using ir::Stmt;

namespace {

constexpr int64_t maxStores = 2048; // of an unrolled kernel: auto_unroll_max_step goes to 1500
constexpr int64_t shortLoop = 16;   // iterations …
constexpr int64_t shortStores = 64; // … and stores that a loop may become without being asked to

/// Unrolls what the schedule asks the device compiler to unroll, loops that a local buffer is indexed by (only then is it a set
/// of registers), and short loops, as device compilers do.
Stmt unrollForRegisters(const Stmt& body, int vectorBits)
{
    const std::set<const void*> wanted = loopsOfTiles(body);
    const auto limits = unrollLimits(body); // a loop here is unrolled wholly or not at all
    return ir::transformStmt(body, [&](const Stmt& s) {
        const auto* loop = s.as<ir::For>();
        if (!loop) {
            return s;
        }
        if (limits.contains(loop->var.id()) && loop->kind != ForKind::Vectorized) {
            return ir::withKind(*loop, ForKind::Serial);
        }
        if (loop->kind != ForKind::Serial) {
            return s;
        }
        const bool isShort = loop->extent <= shortLoop && loop->extent * storeInstances(loop->body, vectorBits) <= shortStores;
        if (loop->unrollHint == 0 && !wanted.contains(loop->var.id()) && !isShort) {
            return s;
        }
        return ir::withKind(*loop, ForKind::Unrolled);
    });
}

class IndexSimplifier
{
public:
    explicit IndexSimplifier(ir::Ranges ranges)
        : m_ranges(std::move(ranges))
    {
    }

    Stmt visit(const Stmt& s)
    {
        if (s.isNull()) {
            return s;
        }
        Stmt simple = rebuilt(s);
        m_origin[simple.id()] = s.id();
        return simple;
    }
    std::unordered_map<const void*, const void*> takeOrigin() { return std::move(m_origin); }

private:
    Stmt rebuilt(const Stmt& s)
    {
        if (const auto* n = s.as<ir::For>()) {
            m_ranges.setExtent(n->var, n->extent);
        }
        if (const auto* n = s.as<ir::IfThen>()) {
            return ir::makeStmt(ir::IfThen{ir::simplify(n->condition, m_ranges), visit(n->then), visit(n->otherwise)});
        }
        if (s.as<ir::Store>()) {
            return ir::transformExprsIn(s, [&](const ir::Expr& e) { return ir::simplify(e, m_ranges); });
        }
        return ir::mapChildren(s, [&](const Stmt& child) { return visit(child); });
    }

    ir::Ranges m_ranges;
    std::unordered_map<const void*, const void*> m_origin;
};

} // namespace

DeviceBody prepareDeviceBody(const ir::DeviceKernel& kernel, int vectorBits)
{
    IndexSimplifier simplifier(kernel.indexRanges());
    const ir::LoopNest nest{.name = kernel.name, .body = unrollForRegisters(simplifier.visit(kernel.body), vectorBits)};
    return {boundUnrolling(nest, vectorBits, maxStores).body, simplifier.takeOrigin()};
}

} // namespace knobscope
