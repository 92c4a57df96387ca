// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/feature/touches.h"

#include "core/ir/affine.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

namespace {

using namespace ir;

/// Returns 2 for blocks, 1 for threads and CPU-parallel loops, 0 for others.
int parallelLevel(LoopKind kind)
{
    if (kind <= LoopKind::BlockZ) {
        return 2;
    }
    return kind <= LoopKind::ThreadZ || kind == LoopKind::Parallel ? 1 : 0;
}

LoopKind kindOf(const For& loop)
{
    static constexpr const char* tags[] = {"blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z"};
    switch (loop.kind) {
    case ForKind::Serial:
    case ForKind::Tensorized: return LoopKind::Serial;
    case ForKind::Parallel: return LoopKind::Parallel;
    case ForKind::Vectorized: return LoopKind::Vectorized;
    case ForKind::Unrolled: return LoopKind::Unrolled;
    case ForKind::VirtualThread: return LoopKind::VirtualThread;
    case ForKind::ThreadBinding: break;
    }
    for (size_t i = 0; i < std::size(tags); ++i) {
        if (loop.threadTag == tags[i]) {
            return static_cast<LoopKind>(i);
        }
    }
    return LoopKind::VirtualThread;
}

using Strides = std::unordered_map<const void*, int64_t>;

/// AutoTVM's IndexParser, used for indices that are not linear in the variables.
class FirstOccurrences
{
public:
    explicit FirstOccurrences(Strides& strides)
        : m_strides(strides)
    {
    }
    void visit(const Expr& e)
    {
        if (const auto* var = e.as<VarRef>()) {
            if (m_strides.try_emplace(var->var.id(), m_next).second) {
                m_next = 1;
            }
        } else if (const auto* b = e.as<Binary>()) {
            if (b->op == BinaryOp::Mul && b->a.as<VarRef>()) {
                m_next = asInt(b->b).value_or(m_next);
            }
        }
        forEachChild(e, [this](const Expr& child) { visit(child); });
    }

private:
    Strides& m_strides;
    int64_t m_next = 1;
};

/// Factors of the variables in the flat index. For non-linear terms (a floor division), uses what AutoTVM's parser finds.
Strides stridesOf(const Buffer& buffer, const std::vector<Expr>& indices)
{
    Expr flat(int64_t{0});
    for (size_t i = 0; i < indices.size(); ++i) {
        flat = i == 0 ? indices[0] : flat * Expr(buffer->shape[i]) + indices[i];
    }
    Strides strides;
    const Affine sum = toAffine(flat, {});
    for (const Affine::Term& term : sum.terms) {
        if (const auto* var = term.atom.as<VarRef>()) {
            strides[var->var.id()] = term.coefficient;
        }
    }
    FirstOccurrences rest(strides);
    for (const Affine::Term& term : sum.terms) {
        rest.visit(term.atom);
    }
    return strides;
}

class TouchExtractor
{
public:
    std::vector<TouchedLoop> take() { return std::move(m_loops); }

    void visit(const Stmt& s)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* loop = s.as<For>()) {
            visitLoop(*loop);
            return;
        }
        if (const auto* branch = s.as<IfThen>()) {
            visit(branch->condition);
        } else if (const auto* store = s.as<Store>()) {
            touch(store->buffer, store->indices);
            visit(store->value);
        }
        forEachChild(s, [this](const Stmt& child) { visit(child); });
    }

private:
    void visitLoop(const For& loop)
    {
        const LoopKind kind = kindOf(loop);
        if (kind == LoopKind::VirtualThread && !m_virtualThreads.insert(loop.var.id()).second) {
            return visit(loop.body); // a repeated vthread counts once
        }
        m_topdown *= loop.extent;
        const size_t id = m_loops.size();
        TouchedLoop entered;
        entered.name = loop.var.name();
        entered.length = loop.extent;
        entered.nestLevel = static_cast<int>(m_open.size()) + 1;
        entered.kind = kind;
        entered.topdown = m_topdown;
        m_loops.push_back(std::move(entered));
        m_open.push_back({id, loop.var.id()});
        visit(loop.body);
        close();
    }

    void close()
    {
        const size_t id = m_open.back().loop;
        for (const auto& [access, touch] : m_loops[id].touches) {
            const bool moves = touch.stride != 0;
            for (const Open& open : m_open) {
                Touch& outer = m_loops[open.loop].touches.at(access);
                (moves ? outer.count : outer.reuse) *= m_loops[id].length;
            }
        }
        m_open.pop_back();
        TouchedLoop& closed = m_loops[id];
        m_topdown = closed.length != 0 ? m_topdown / closed.length : m_topdown;
        for (const auto& [access, touch] : closed.touches) {
            closed.bottomup = std::max(closed.bottomup, touch.count * touch.reuse);
        }
        pushBase(closed);
        for (auto& [access, touch] : closed.touches) {
            if (touch.threadCount < 0) {
                touch.threadCount = touch.count / -touch.threadCount;
                touch.threadReuse = touch.reuse / -touch.threadReuse;
            }
        }
    }

    /// Marks a finished parallel level's counts as the divisors for the level above; stores them as negative numbers.
    void pushBase(const TouchedLoop& closed)
    {
        const int above = parallelLevel(closed.kind) + 1;
        if (m_open.empty() || parallelLevel(m_loops[m_open.back().loop].kind) != above) {
            return;
        }
        for (const auto& [access, touch] : closed.touches) {
            for (const Open& open : m_open) {
                if (parallelLevel(m_loops[open.loop].kind) == above) {
                    Touch& base = m_loops[open.loop].touches.at(access);
                    base.threadCount = -touch.count;
                    base.threadReuse = -touch.reuse;
                }
            }
        }
    }

    void visit(const Expr& e)
    {
        if (const auto* load = e.as<Load>()) {
            touch(load->buffer, load->indices);
        } else if (const auto* b = e.as<Binary>()) {
            count(*b, e.type());
        }
        forEachChild(e, [this](const Expr& child) { visit(child); });
    }

    void count(const Binary& b, DataType type)
    {
        if (m_open.empty() || !type.isFloat()) {
            return;
        }
        TouchedLoop& loop = m_loops[m_open.back().loop];
        loop.adds += b.op == BinaryOp::Add || b.op == BinaryOp::Sub ? 1 : 0;
        loop.multiplies += b.op == BinaryOp::Mul ? 1 : 0;
        loop.divisions += b.op == BinaryOp::Div || b.op == BinaryOp::FloorDiv || b.op == BinaryOp::FloorMod ? 1 : 0;
    }

    void touch(const Buffer& buffer, const std::vector<Expr>& indices)
    {
        const std::string access = fmt::format("{}_{}", buffer->name, m_accesses[buffer->name]++);
        const Strides strides = stridesOf(buffer, indices);
        for (const Open& open : m_open) {
            const auto stride = strides.find(open.var);
            Touch touch;
            touch.stride = stride == strides.end() ? 0 : stride->second;
            m_loops[open.loop].touches[access] = touch;
        }
    }

    struct Open {
        size_t loop = 0;
        const void* var = nullptr;
    };
    std::vector<TouchedLoop> m_loops;
    std::vector<Open> m_open;
    std::unordered_set<const void*> m_virtualThreads;
    std::map<std::string, int> m_accesses;
    int64_t m_topdown = 1;
};

} // namespace

std::vector<TouchedLoop> touchedLoops(const LoopNest& nest)
{
    TouchExtractor extractor;
    extractor.visit(nest.body);
    return extractor.take();
}

} // namespace knobscope
