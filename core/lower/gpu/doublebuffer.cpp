// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/doublebuffer.h"

#include "core/ir/visit.h"

#include <unordered_map>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

class DoubleBuffering
{
public:
    explicit DoubleBuffering(const SharedBuffers& buffers)
        : m_single(buffers)
    {
    }

    Stmt visit(const Stmt& s, bool repeats)
    {
        if (const auto* n = s.as<ir::For>()) {
            if (const auto* body = n->body.as<ir::Block>(); body && n->extent > 1) {
                if (const size_t loads = leadingLoads(*body); loads > 0 && loads < body->statements.size()) {
                    return pipelined(*n, *body, loads, repeats);
                }
            }
            ir::For loop = *n;
            loop.body = visit(n->body, repeats || n->extent > 1);
            return ir::makeStmt(std::move(loop));
        }
        if (const auto* n = s.as<ir::Block>()) {
            std::vector<Stmt> out;
            for (const Stmt& child : n->statements) {
                out.push_back(visit(child, repeats));
            }
            return ir::block(std::move(out));
        }
        if (const auto* n = s.as<ir::Allocate>()) {
            const Stmt body = visit(n->body, repeats);
            const auto twice = m_twice.find(n->buffer.get());
            return ir::makeStmt(ir::Allocate{twice == m_twice.end() ? n->buffer : twice->second, body});
        }
        return s;
    }

    SharedBuffers made() const
    {
        SharedBuffers out;
        for (const auto& [single, twice] : m_twice) {
            out.insert(twice.get());
        }
        return out;
    }

private:
    /// How many statements at the start do nothing but fill double-buffered memory that no loop uses yet.
    size_t leadingLoads(const ir::Block& block) const
    {
        size_t count = 0;
        for (const Stmt& child : block.statements) {
            bool fills = true;
            ir::forEachStmt(child, [&](const Stmt& part) {
                const auto* store = part.as<ir::Store>();
                fills = fills && (!store || (m_single.contains(store->buffer.get()) && !m_twice.contains(store->buffer.get())));
            });
            if (!fills) {
                break;
            }
            ++count;
        }
        return count;
    }

    Stmt pipelined(const ir::For& n, const ir::Block& body, size_t loads, bool repeats)
    {
        const auto middle = body.statements.begin() + static_cast<std::ptrdiff_t>(loads);
        const Stmt load = ir::block({body.statements.begin(), middle});
        const Stmt compute = ir::block({middle, body.statements.end()});
        ir::forEachStmt(load, [&](const Stmt& part) {
            if (const auto* store = part.as<ir::Store>(); store && !m_twice.contains(store->buffer.get())) {
                ir::BufferNode two = *store->buffer;
                two.shape.insert(two.shape.begin(), 2);
                m_twice[store->buffer.get()] = std::make_shared<const ir::BufferNode>(std::move(two));
            }
        });
        const Expr k(n.var);
        const Stmt first = inSlot(ir::substitute(load, {{n.var.id(), Expr(0)}}), Expr(0));
        const Stmt next = inSlot(ir::substitute(load, {{n.var.id(), k + Expr(1)}}), ir::floorMod(k + Expr(1), Expr(2)));
        const Stmt wait = ir::makeStmt(ir::Barrier{});
        ir::For loop = n;
        loop.body = ir::block(
            {wait, ir::makeStmt(ir::IfThen{k + Expr(1) < Expr(n.extent), next, {}}), inSlot(compute, ir::floorMod(k, Expr(2)))});
        return ir::block({repeats ? wait : Stmt(), first, ir::makeStmt(std::move(loop))});
    }

    /// Accesses of double-buffered memory moved to a slot.
    Stmt inSlot(const Stmt& s, const Expr& slot) const
    {
        const auto place = [&](const std::vector<Expr>& indices) {
            std::vector<Expr> out{slot};
            out.insert(out.end(), indices.begin(), indices.end());
            return out;
        };
        const Stmt reads = ir::transformExprsIn(s, [&](const Expr& e) {
            return ir::transformExpr(e, [&](const Expr& part) {
                const auto* load = part.as<ir::Load>();
                const auto twice = load ? m_twice.find(load->buffer.get()) : m_twice.end();
                return twice == m_twice.end() ? part : ir::load(twice->second, place(load->indices));
            });
        });
        return ir::transformStmt(reads, [&](const Stmt& part) {
            const auto* store = part.as<ir::Store>();
            const auto twice = store ? m_twice.find(store->buffer.get()) : m_twice.end();
            return twice == m_twice.end() ? part : ir::makeStmt(ir::Store{twice->second, place(store->indices), store->value});
        });
    }

    const SharedBuffers& m_single;
    std::unordered_map<const ir::BufferNode*, ir::Buffer> m_twice;
};

} // namespace

Stmt useDoubleBuffers(const Stmt& body, SharedBuffers& buffers)
{
    if (buffers.empty()) {
        return body;
    }
    DoubleBuffering pass(buffers);
    const Stmt out = pass.visit(body, false);
    buffers = pass.made();
    return out;
}

} // namespace knobscope
