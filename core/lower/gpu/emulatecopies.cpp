// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/emulate.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

constexpr int64_t kMaxGroups = 16; // most recent groups to remember: more than any pipeline has slots

Expr at(const ir::Buffer& counter, const Expr& i = Expr(0))
{
    return ir::load(counter, {i});
}

Stmt set(const ir::Buffer& counter, const Expr& value, const Expr& i = Expr(0))
{
    return ir::makeStmt(ir::Store{counter, {i}, value});
}

/// Pending copies of a thread into one buffer: started but not complete.
struct Queue {
    ir::Buffer target;
    int64_t capacity = 0;
    ir::Buffer values;
    ir::Buffer places; ///< offset in the target, in elements
    ir::Buffer first;  ///< head of the queue, counted from the start of the kernel
    ir::Buffer last;   ///< tail: one past the last entry
    ir::Buffer ends;   ///< queue ends of the latest groups

    Queue(const ir::Buffer& to, int64_t copies)
        : target(to)
        , capacity(copies)
        , values(ir::makeBuffer(to->name + ".queue", {copies}, to->type, ir::Scope::Local))
        , places(ir::makeBuffer(to->name + ".places", {copies}, ir::indexType, ir::Scope::Local))
        , first(ir::makeBuffer(to->name + ".first", {1}, ir::indexType, ir::Scope::Local))
        , last(ir::makeBuffer(to->name + ".last", {1}, ir::indexType, ir::Scope::Local))
        , ends(ir::makeBuffer(to->name + ".ends", {kMaxGroups}, ir::indexType, ir::Scope::Local))
    {
    }

    Stmt start(const ir::Store& copy) const
    {
        Expr place(0);
        for (size_t d = 0; d < copy.indices.size(); ++d) {
            place = place * Expr(target->shape[d]) + copy.indices[d];
        }
        const Expr slot = ir::floorMod(at(last), Expr(capacity));
        return ir::block({set(values, copy.value, slot), set(places, place, slot), set(last, at(last) + Expr(1))});
    }

    /// Completes the copies before queue position `end`.
    Stmt arrive(const Expr& end) const
    {
        const ir::Var i("arriving");
        const Expr slot = ir::floorMod(at(first) + Expr(i), Expr(capacity));
        std::vector<Expr> indices(target->shape.size());
        Expr rest = at(places, slot);
        for (size_t d = target->shape.size(); d-- > 0;) {
            indices[d] = d == 0 ? rest : ir::floorMod(rest, Expr(target->shape[d]));
            rest = ir::floorDiv(rest, Expr(target->shape[d]));
        }
        const Stmt write = ir::makeStmt(ir::Store{target, indices, at(values, slot)});
        const Stmt loop = ir::makeLoop(i, capacity, ir::makeStmt(ir::IfThen{at(first) + Expr(i) < end, write, {}}));
        return ir::block({loop, set(first, ir::max(at(first), end))});
    }
};

class CopyEmulator
{
public:
    /// Rewrites the body; allocations of shared memory stay outside those of the thread's own buffers.
    Stmt run(const Stmt& body)
    {
        if (const auto* n = body.as<ir::Allocate>(); n && n->buffer->scope == ir::Scope::Shared) {
            return ir::makeStmt(ir::Allocate{n->buffer, run(n->body)});
        }
        count(body, 1);
        for (const auto& [buffer, copies] : m_copies) {
            m_queues.emplace_back(buffer, copies);
        }
        if (m_queues.empty()) {
            return withoutGroups(body);
        }
        Stmt out = ir::block({reset(), ir::transformStmt(body, [&](const Stmt& s) { return rewritten(s); })});
        const auto local = [&](const ir::Buffer& buffer) { out = ir::makeStmt(ir::Allocate{buffer, out}); };
        local(m_groups);
        for (const Queue& queue : m_queues) {
            for (const ir::Buffer& buffer : {queue.values, queue.places, queue.first, queue.last, queue.ends}) {
                local(buffer);
            }
        }
        return out;
    }

    static Stmt withoutGroups(const Stmt& body)
    {
        return ir::transformStmt(body, [](const Stmt& s) { return s.as<ir::CopyCommit>() || s.as<ir::CopyWait>() ? Stmt() : s; });
    }

private:
    /// Counts the copies in the text, times the enclosing loops: only a loop that waits may start more copies than a queue
    /// holds.
    void count(const Stmt& s, int64_t times)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<ir::For>()) {
            const bool waits = !ir::statementsOf<ir::CopyWait>(n->body).empty();
            times *= waits ? 1 : n->extent;
        }
        ir::forEachChild(s, [&](const Stmt& child) { count(child, times); });
        if (const auto* n = s.as<ir::Store>(); n && n->buffer->isAsync) {
            const auto known =
                std::find_if(m_copies.begin(), m_copies.end(), [&](const auto& entry) { return entry.first == n->buffer; });
            if (known == m_copies.end()) {
                m_copies.emplace_back(n->buffer, times);
            } else {
                known->second += times;
            }
        }
    }

    Stmt reset() const
    {
        std::vector<Stmt> out{set(m_groups, Expr(0))};
        for (const Queue& queue : m_queues) {
            out.push_back(set(queue.first, Expr(0)));
            out.push_back(set(queue.last, Expr(0)));
        }
        return ir::block(std::move(out));
    }

    Stmt rewritten(const Stmt& s) const
    {
        if (const auto* store = s.as<ir::Store>(); store && store->buffer->isAsync) {
            const auto queue = std::ranges::find(m_queues, store->buffer, &Queue::target);
            return queue->start(*store);
        }
        if (s.as<ir::CopyCommit>()) {
            std::vector<Stmt> out;
            for (const Queue& queue : m_queues) {
                out.push_back(set(queue.ends, at(queue.last), ir::floorMod(at(m_groups), Expr(kMaxGroups))));
            }
            out.push_back(set(m_groups, at(m_groups) + Expr(1)));
            return ir::block(std::move(out));
        }
        if (const auto* wait = s.as<ir::CopyWait>()) {
            std::vector<Stmt> out;
            const Expr done = at(m_groups) - Expr(wait->pending + 1); // the latest group that must be complete
            for (const Queue& queue : m_queues) {
                out.push_back(queue.arrive(at(queue.ends, ir::floorMod(done, Expr(kMaxGroups)))));
            }
            return ir::makeStmt(ir::IfThen{at(m_groups) > Expr(wait->pending), ir::block(std::move(out)), {}});
        }
        return s;
    }

    std::vector<std::pair<ir::Buffer, int64_t>> m_copies;
    std::vector<Queue> m_queues;
    ir::Buffer m_groups = ir::makeBuffer("copy.groups", {1}, ir::indexType, ir::Scope::Local);
};

} // namespace

Stmt emulateCopies(const Stmt& body, CopyTiming timing)
{
    return timing == CopyTiming::Early ? CopyEmulator::withoutGroups(body) : CopyEmulator().run(body);
}

} // namespace knobscope
