// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/passes.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

class VirtualThread
{
public:
    explicit VirtualThread(const ir::For& loop)
        : m_loop(loop)
    {
        findCopies();
    }

    Stmt run() { return visit(m_loop.body); }

private:
    /// Whether the value differs between the virtual threads.
    bool depends(const Expr& e) const
    {
        return ir::anyExpr(e, [&](const Expr& part) { return dependsItself(part); });
    }

    /// Whether anything in the statement or its descendants does.
    bool depends(const Stmt& s) const
    {
        return ir::anyExprIn(s, [&](const Expr& part) { return dependsItself(part); })
            || std::ranges::any_of(ir::statementsOf<ir::Store>(s),
                                   [&](const ir::Store* store) { return m_copies.contains(store->buffer.get()); });
    }

    bool dependsItself(const Expr& e) const
    {
        const auto* load = e.as<ir::Load>();
        return ir::isVar(e, m_loop.var) || (load && m_copies.contains(load->buffer.get()));
    }

    /// Finds local buffers whose contents differ between virtual threads, directly or through another such buffer.
    void findCopies()
    {
        std::set<const ir::BufferNode*> local;
        for (const ir::Allocate* n : ir::statementsOf<ir::Allocate>(m_loop.body)) {
            if (n->buffer->scope == ir::Scope::Local) {
                local.insert(n->buffer.get());
            }
        }
        size_t known = 0;
        do {
            known = m_copies.size();
            spread(m_loop.body, false, local);
        } while (m_copies.size() != known);
    }

    void spread(const Stmt& s, bool differs, const std::set<const ir::BufferNode*>& local)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<ir::Store>()) {
            if ((differs || depends(s)) && local.contains(n->buffer.get()) && !m_copies.contains(n->buffer.get())) {
                ir::BufferNode copy = *n->buffer;
                copy.shape.insert(copy.shape.begin(), m_loop.extent);
                m_copies[n->buffer.get()] = std::make_shared<const ir::BufferNode>(std::move(copy));
            }
        }
        const auto* branch = s.as<ir::IfThen>();
        const bool differsInside = differs || (branch && depends(branch->condition));
        ir::forEachChild(s, [&](const Stmt& child) { spread(child, differsInside, local); });
    }

    Stmt visit(const Stmt& s)
    {
        if (s.isNull() || !depends(s)) {
            return s;
        }
        if (const auto* n = s.as<ir::Allocate>()) {
            const auto copy = m_copies.find(n->buffer.get());
            return ir::makeStmt(ir::Allocate{copy == m_copies.end() ? n->buffer : copy->second, visit(n->body)});
        }
        const auto* branch = s.as<ir::IfThen>();
        if (s.as<ir::For>() || s.as<ir::Block>() || (branch && !depends(branch->condition))) {
            return ir::mapChildren(s, [this](const Stmt& child) { return visit(child); });
        }
        return forEach(s);
    }

    /// Runs the statement once per virtual thread, on its own part of the buffers.
    Stmt forEach(const Stmt& s) const
    {
        ir::For loop = m_loop;
        loop.var = ir::Var(m_loop.var.name());
        loop.kind = ir::ForKind::Unrolled;
        const Expr own(loop.var);
        const Stmt body = ir::transformExprsIn(s, [&](const Expr& e) { return ir::substitute(e, {{m_loop.var.id(), own}}); });
        loop.body = ir::moveAccesses(body, [&](const ir::Buffer& buffer, std::vector<Expr> indices) {
            const auto copy = m_copies.find(buffer.get());
            indices.insert(indices.begin(), own);
            return copy == m_copies.end() ? std::nullopt : std::optional(ir::Fragment{copy->second, std::move(indices)});
        });
        return ir::makeStmt(std::move(loop));
    }

    const ir::For& m_loop;
    std::unordered_map<const ir::BufferNode*, ir::Buffer> m_copies;
};

} // namespace

Stmt expandVirtualThreads(const Stmt& body)
{
    return ir::transformStmt(body, [](const Stmt& s) {
        const auto* loop = s.as<ir::For>();
        return loop && loop->kind == ir::ForKind::VirtualThread && loop->extent > 1 ? VirtualThread(*loop).run() : s;
    });
}

} // namespace knobscope
