// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/virtualthreads.h"

#include "core/ir/visit.h"

#include <unordered_map>
#include <unordered_set>

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
    bool depends(const Expr& e) const
    {
        bool found = false;
        ir::forEachExpr(e, [&](const Expr& part) {
            const auto* ref = part.as<ir::VarRef>();
            const auto* load = part.as<ir::Load>();
            found = found || (ref && ref->var == m_loop.var) || (load && m_copies.contains(load->buffer.get()));
        });
        return found;
    }

    bool depends(const ir::Store& store) const
    {
        bool found = m_copies.contains(store.buffer.get()) || depends(store.value);
        for (const Expr& index : store.indices) {
            found = found || depends(index);
        }
        return found;
    }

    /// True when anything below differs between the virtual threads.
    bool depends(const Stmt& s) const
    {
        bool found = false;
        ir::forEachStmt(s, [&](const Stmt& part) {
            const auto* store = part.as<ir::Store>();
            const auto* branch = part.as<ir::IfThen>();
            found = found || (store && depends(*store)) || (branch && depends(branch->condition));
        });
        return found;
    }

    /// Local buffers that get other contents for each virtual thread, directly or through what was read from another such one.
    void findCopies()
    {
        std::unordered_map<const ir::BufferNode*, ir::Buffer> local;
        ir::forEachStmt(m_loop.body, [&](const Stmt& s) {
            if (const auto* n = s.as<ir::Allocate>(); n && n->buffer->scope == ir::Scope::Local) {
                local[n->buffer.get()] = n->buffer;
            }
        });
        size_t known = 0;
        do {
            known = m_copies.size();
            spread(m_loop.body, false, local);
        } while (m_copies.size() != known);
    }

    void spread(const Stmt& s, bool differs, const std::unordered_map<const ir::BufferNode*, ir::Buffer>& local)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<ir::Store>()) {
            if ((differs || depends(*n)) && local.contains(n->buffer.get()) && !m_copies.contains(n->buffer.get())) {
                ir::BufferNode copy = *n->buffer;
                copy.shape.insert(copy.shape.begin(), m_loop.extent);
                m_copies[n->buffer.get()] = std::make_shared<const ir::BufferNode>(std::move(copy));
            }
        } else if (const auto* n = s.as<ir::IfThen>()) {
            spread(n->then, differs || depends(n->condition), local);
            spread(n->otherwise, differs || depends(n->condition), local);
        } else if (const auto* n = s.as<ir::For>()) {
            spread(n->body, differs, local);
        } else if (const auto* n = s.as<ir::Allocate>()) {
            spread(n->body, differs, local);
        } else if (const auto* n = s.as<ir::Block>()) {
            for (const Stmt& child : n->statements) {
                spread(child, differs, local);
            }
        }
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

    /// The statement once a virtual thread, on its own part of the buffers.
    Stmt forEach(const Stmt& s) const
    {
        ir::For loop = m_loop;
        loop.var = ir::Var(m_loop.var.name());
        loop.kind = ir::ForKind::Unrolled;
        const Expr own(loop.var);
        const auto rewrite = [&](const Expr& e) {
            return ir::transformExpr(ir::substitute(e, {{m_loop.var.id(), own}}), [&](const Expr& part) {
                const auto* load = part.as<ir::Load>();
                const auto copy = load ? m_copies.find(load->buffer.get()) : m_copies.end();
                return copy == m_copies.end() ? part : ir::load(copy->second, withOwn(load->indices, own));
            });
        };
        loop.body = ir::transformStmt(ir::transformExprsIn(s, rewrite), [&](const Stmt& part) {
            const auto* store = part.as<ir::Store>();
            const auto copy = store ? m_copies.find(store->buffer.get()) : m_copies.end();
            return copy == m_copies.end() ? part
                                          : ir::makeStmt(ir::Store{copy->second, withOwn(store->indices, own), store->value});
        });
        return ir::makeStmt(std::move(loop));
    }

    static std::vector<Expr> withOwn(const std::vector<Expr>& indices, const Expr& own)
    {
        std::vector<Expr> out{own};
        out.insert(out.end(), indices.begin(), indices.end());
        return out;
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
