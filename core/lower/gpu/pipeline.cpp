// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/passes.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <unordered_map>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

/// Replacement of a stage's buffer.
struct Replacement {
    ir::Buffer buffer;
    bool hasSlots = false; ///< the first dimension is the slot
};

class CopyPipeline
{
public:
    explicit CopyPipeline(const CopyPlans& plans)
        : m_plans(plans)
    {
    }

    PipelinedCopies run(const Stmt& body)
    {
        PipelinedCopies out;
        out.body = replaced(visit(body, false), Expr(0), false);
        for (const auto& [before, now] : m_made) {
            if (now.hasSlots) {
                out.done.insert(now.buffer.get());
            }
        }
        return out;
    }

private:
    /// `repeats`: an enclosing loop runs the statement again.
    Stmt visit(const Stmt& s, bool repeats)
    {
        if (const auto* n = s.as<ir::For>()) {
            const auto* body = n->body.as<ir::Block>();
            const size_t loads = body ? leadingFills(*body) : 0;
            const int64_t slots = loads > 0 ? std::min(slotsOf(*body, loads), n->extent) : 1;
            if (slots > 1 && loads < body->statements.size()) {
                return pipelined(*n, *body, loads, slots, repeats);
            }
            return ir::withBody(*n, visit(n->body, repeats || n->extent > 1));
        }
        if (const auto* n = s.as<ir::Block>()) {
            return visitBlock(*n, repeats);
        }
        if (const auto* n = s.as<ir::Allocate>()) {
            const Stmt body = visit(n->body, repeats);
            const auto made = m_made.find(n->buffer.get());
            return ir::makeStmt(ir::Allocate{made == m_made.end() ? n->buffer : made->second.buffer, body});
        }
        return s;
    }

    /// Waits for copies that overlap with nothing right after they are issued.
    Stmt visitBlock(const ir::Block& n, bool repeats)
    {
        std::vector<Stmt> out;
        bool isOpen = false;
        const auto close = [&] {
            if (std::exchange(isOpen, false)) {
                out.push_back(ir::makeStmt(ir::CopyCommit{}));
                out.push_back(ir::makeStmt(ir::CopyWait{0}));
            }
        };
        for (const Stmt& child : n.statements) {
            if (fills(child) && makeBuffers(child, 1)) {
                isOpen = true;
                out.push_back(child);
            } else {
                close();
                out.push_back(visit(child, repeats));
            }
        }
        close();
        return ir::block(std::move(out));
    }

    /// Whether the statement only fills planned memory that no loop uses yet.
    bool fills(const Stmt& s) const
    {
        const auto stores = ir::statementsOf<ir::Store>(s);
        return !stores.empty() && std::ranges::all_of(stores, [&](const ir::Store* store) {
            return m_plans.contains(store->buffer.get()) && !m_made.contains(store->buffer.get());
        });
    }

    size_t leadingFills(const ir::Block& block) const
    {
        const auto end = std::ranges::find_if_not(block.statements, [&](const Stmt& s) { return fills(s); });
        return static_cast<size_t>(end - block.statements.begin());
    }

    int64_t slotsOf(const ir::Block& block, size_t loads) const
    {
        int64_t slots = INT64_MAX;
        for (size_t i = 0; i < loads; ++i) {
            for (const ir::Store* store : ir::statementsOf<ir::Store>(block.statements[i])) {
                slots = std::min(slots, m_plans.at(store->buffer.get()).depth);
            }
        }
        return slots;
    }

    /// Creates the buffers that `load` fills, with their slots; returns whether any is filled asynchronously.
    bool makeBuffers(const Stmt& load, int64_t slots)
    {
        bool isAsync = false;
        for (const ir::Store* store : ir::statementsOf<ir::Store>(load)) {
            const CopyPlan& plan = m_plans.at(store->buffer.get());
            isAsync = isAsync || plan.isAsync;
            if (m_made.contains(store->buffer.get()) || (slots == 1 && !plan.isAsync)) {
                continue;
            }
            ir::BufferNode node = *store->buffer;
            node.isAsync = plan.isAsync;
            if (slots > 1) {
                node.shape.insert(node.shape.begin(), slots);
            }
            m_made[store->buffer.get()] = {std::make_shared<const ir::BufferNode>(std::move(node)), slots > 1};
        }
        return isAsync;
    }

    Stmt pipelined(const ir::For& n, const ir::Block& body, size_t loads, int64_t slots, bool repeats)
    {
        const auto middle = body.statements.begin() + static_cast<std::ptrdiff_t>(loads);
        const Stmt load = ir::block({body.statements.begin(), middle});
        const Stmt compute = ir::block({middle, body.statements.end()});
        const bool isAsync = makeBuffers(load, slots);
        const Stmt commit = isAsync ? ir::makeStmt(ir::CopyCommit{}) : Stmt();
        const Stmt arrived = isAsync ? ir::makeStmt(ir::CopyWait{slots - 2}) : Stmt();
        const Stmt together = ir::makeStmt(ir::Barrier{});
        const auto loadOf = [&](const Expr& iteration) {
            return replaced(ir::substitute(load, {{n.var.id(), iteration}}), ir::floorMod(iteration, Expr(slots)), true);
        };
        std::vector<Stmt> out{repeats ? together : Stmt()};
        for (int64_t i = 0; i + 1 < slots; ++i) {
            out.push_back(loadOf(Expr(i)));
            out.push_back(isAsync ? ir::makeStmt(ir::CopyCommit{}) : Stmt());
        }
        const Expr k(n.var);
        const Expr next = k + Expr(slots - 1);
        ir::For loop = n;
        loop.body = ir::block({arrived, together, ir::makeStmt(ir::IfThen{next < Expr(n.extent), loadOf(next), {}}), commit,
                               replaced(compute, ir::floorMod(k, Expr(slots)), true)});
        out.push_back(ir::makeStmt(std::move(loop)));
        return ir::block(std::move(out));
    }

    /// Redirects accesses to the replaced buffers: those with slots to `slot`, or those without.
    Stmt replaced(const Stmt& s, const Expr& slot, bool slots) const
    {
        return ir::moveAccesses(s, [&](const ir::Buffer& buffer, std::vector<Expr> indices) -> std::optional<ir::Fragment> {
            const auto made = m_made.find(buffer.get());
            if (made == m_made.end() || made->second.hasSlots != slots) {
                return std::nullopt;
            }
            if (slots) {
                indices.insert(indices.begin(), slot);
            }
            return ir::Fragment{made->second.buffer, std::move(indices)};
        });
    }

    const CopyPlans& m_plans;
    std::unordered_map<const ir::BufferNode*, Replacement> m_made;
};

} // namespace

PipelinedCopies pipelineCopies(const Stmt& body, const CopyPlans& plans)
{
    return plans.empty() ? PipelinedCopies{body, {}} : CopyPipeline(plans).run(body);
}

} // namespace knobscope
