// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/passes.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <map>
#include <set>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

/// Accesses of threads to shared memory since the last barrier, or in a statement.
struct Accesses {
    std::set<const ir::BufferNode*> reads;
    std::map<const ir::BufferNode*, std::set<const void*>> writes; ///< the stores that write each buffer

    void merge(const Accesses& other)
    {
        reads.insert(other.reads.begin(), other.reads.end());
        for (const auto& [buffer, stores] : other.writes) {
            writes[buffer].insert(stores.begin(), stores.end());
        }
    }
    bool isEmpty() const { return reads.empty() && writes.empty(); }
    friend bool operator==(const Accesses&, const Accesses&) = default;
};

void addRead(const Expr& e, Accesses& out)
{
    const auto* load = e.as<ir::Load>();
    if (load && load->buffer->scope == ir::Scope::Shared) {
        out.reads.insert(load->buffer.get());
    }
}

Accesses allAccesses(const Stmt& s)
{
    Accesses out;
    ir::forEachExprIn(s, [&](const Expr& e) { addRead(e, out); });
    for (const ir::Store* store : ir::statementsOf<ir::Store>(s)) {
        if (store->buffer->scope == ir::Scope::Shared) {
            out.writes[store->buffer.get()].insert(store);
        }
    }
    return out;
}

/// Whether `next` must wait until all threads have finished `before`. The iterations of one store write different elements, so a
/// store does not conflict with itself.
bool conflict(const Accesses& before, const Accesses& next)
{
    const auto written = [&](const ir::BufferNode* buffer) { return before.writes.contains(buffer); };
    if (std::any_of(next.reads.begin(), next.reads.end(), written)) {
        return true;
    }
    return std::any_of(next.writes.begin(), next.writes.end(), [&](const auto& write) {
        const auto earlier = before.writes.find(write.first);
        return before.reads.contains(write.first) || (earlier != before.writes.end() && earlier->second != write.second);
    });
}

class BarrierInserter
{
public:
    BarrierInserter(const ir::DeviceKernel& kernel, const SharedBuffers& done)
        : m_kernel(kernel)
        , m_done(done)
    {
    }

    Result<Stmt> run()
    {
        Accesses pending;
        Stmt body = visit(m_kernel.body, pending);
        if (m_diverges) {
            return fail(ErrorCode::IllegalSchedule,
                        "Kernel {}: threads would wait for each other inside a condition that not all of them meet; compute the "
                        "shared stage outside of it",
                        m_kernel.name);
        }
        return body;
    }

private:
    /// `pending`: accesses since the last barrier; updated to the state after the statement.
    Stmt visit(const Stmt& s, Accesses& pending)
    {
        if (s.isNull()) {
            return s;
        }
        if (s.as<ir::Barrier>()) {
            pending = {};
            return s;
        }
        if (s.as<ir::Block>() || s.as<ir::Allocate>()) {
            return ir::mapChildren(s, [&](const Stmt& child) { return visit(child, pending); });
        }
        if (const auto* n = s.as<ir::For>(); n && needsBarrierInside(n->body)) {
            return visitLoop(*n, pending);
        }
        if (const auto* n = s.as<ir::IfThen>(); n && needsBarrierInside(s)) {
            return visitBranch(*n, pending);
        }
        return visitWhole(s, pending);
    }

    /// Handles a statement that needs no barrier inside: at most one before it.
    Stmt visitWhole(const Stmt& s, Accesses& pending)
    {
        const Accesses own = accessesOf(s);
        if (!conflict(pending, own)) {
            pending.merge(own);
            return s;
        }
        pending = own;
        return ir::block({ir::makeStmt(ir::Barrier{}), s});
    }

    Stmt visitLoop(const ir::For& n, Accesses& pending)
    {
        ir::For loop = n;
        Accesses entry = pending;
        for (;;) {
            Accesses after = entry;
            loop.body = visit(n.body, after);
            Accesses joined = entry;
            joined.merge(after);
            if (joined == entry) {
                pending = after;
                return ir::makeStmt(std::move(loop));
            }
            entry = joined;
        }
    }

    Stmt visitBranch(const ir::IfThen& n, Accesses& pending)
    {
        m_diverges = m_diverges || variesByThread(m_kernel, n.condition);
        ir::forEachExpr(n.condition, [&](const Expr& e) { addRead(e, pending); });
        Accesses elseBody = pending;
        const Stmt then = visit(n.then, pending);
        const Stmt other = visit(n.elseBody, elseBody);
        pending.merge(elseBody);
        return ir::makeStmt(ir::IfThen{n.condition, then, other});
    }

    /// Whether statements inside conflict with each other, or with themselves in another iteration of an inner loop.
    bool needsBarrierInside(const Stmt& s) const
    {
        if (s.isNull() || s.as<ir::Store>()) {
            return false;
        }
        if (s.as<ir::IfThen>() || s.as<ir::Allocate>()) {
            bool needs = false;
            ir::forEachChild(s, [&](const Stmt& child) { needs = needs || needsBarrierInside(child); });
            return needs;
        }
        const Accesses own = accessesOf(s);
        return std::any_of(own.writes.begin(), own.writes.end(),
                           [&](const auto& write) { return own.reads.contains(write.first) || write.second.size() > 1; });
    }

    Accesses accessesOf(const Stmt& s) const
    {
        Accesses out = allAccesses(s);
        for (const ir::BufferNode* buffer : m_done) {
            out.reads.erase(buffer);
            out.writes.erase(buffer);
        }
        return out;
    }

    const ir::DeviceKernel& m_kernel;
    const SharedBuffers& m_done;
    bool m_diverges = false;
};

/// Removes barriers inserted earlier; for a kernel of a single thread, which need not wait.
Stmt withoutBarriers(const Stmt& s)
{
    return ir::transformStmt(s, [](const Stmt& part) { return part.as<ir::Barrier>() ? Stmt() : part; });
}

} // namespace

bool variesByThread(const ir::DeviceKernel& kernel, const Expr& e)
{
    return ir::anyExpr(e, [&](const Expr& part) {
        return part.as<ir::Load>()
            || std::ranges::any_of(kernel.threadIndex, [&](const ir::Var& t) { return ir::isVar(part, t); });
    });
}

Result<Stmt> insertBarriers(const ir::DeviceKernel& kernel, const SharedBuffers& done)
{
    if (kernel.threads() == 1) {
        return withoutBarriers(kernel.body);
    }
    return BarrierInserter(kernel, done).run();
}

} // namespace knobscope
