// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/footprint.h"

#include "core/ir/visit.h"
#include "core/lower/region.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace knobscope {

namespace {

/// The part of one dimension that several accesses touch together.
struct Span {
    std::optional<IndexRegion> region; ///< nullopt once its start is unknown
    int64_t extent = 0;

    void add(const std::optional<IndexRegion>& other, int64_t whole, const ir::Ranges& ranges)
    {
        const auto both = region && other ? unite(*region, *other, ranges) : std::nullopt;
        extent = both ? both->extent : extent + (other ? other->extent : whole);
        region = both;
    }
};

double elementOperations(const ir::Expr& e)
{
    double count = 0;
    ir::forEachExpr(e, [&](const ir::Expr& part) {
        const auto* binary = part.as<ir::Binary>();
        const bool isArithmetic =
            binary && (binary->op <= ir::BinaryOp::Div || binary->op == ir::BinaryOp::Min || binary->op == ir::BinaryOp::Max);
        count += isArithmetic && part.type() != ir::indexType ? 1 : 0;
    });
    return count;
}

class Counter
{
public:
    explicit Counter(int64_t registerBytes)
        : m_registerBytes(registerBytes)
    {
    }

    Footprint countNest(const ir::LoopNest& nest)
    {
        for (const ir::Buffer& buffer : nest.parameters) {
            m_out.argumentBytes += buffer->bytes();
        }
        walk(nest.body, 1);
        for (size_t depth = 0; depth < m_busiest.size(); ++depth) {
            const ir::For& loop = *m_busiest[depth];
            m_out.loops.push_back({loop.var.name(), loop.extent, loop.kind, loop.provenance, bytesOf(depth)});
        }
        return m_out;
    }

private:
    void walk(const ir::Stmt& s, double times)
    {
        if (s.isNull()) {
            return;
        }
        if (const auto* n = s.as<ir::For>()) {
            m_ranges.setExtent(n->var, n->extent);
            m_stack.push_back(n);
            walk(n->body, times * static_cast<double>(n->extent));
            m_stack.pop_back();
            return;
        }
        if (const auto* n = s.as<ir::Store>()) {
            count(*n, times);
        } else if (const auto* n = s.as<ir::Allocate>()) {
            const int64_t bytes = n->buffer->bytes();
            m_out.workspaceBytes += n->buffer->scope == ir::Scope::Workspace ? bytes : 0;
            m_out.threadBytes += n->buffer->scope == ir::Scope::Local && bytes > m_registerBytes ? bytes : 0;
        }
        if (const auto* n = s.as<ir::IfThen>()) {
            m_out.isUpperBound = true;
            walkBranches(*n, times);
            return;
        }
        ir::forEachChild(s, [&](const ir::Stmt& child) { walk(child, times); });
    }

    /// Only one branch runs: counts the operations of the more expensive one.
    void walkBranches(const ir::IfThen& branches, double times)
    {
        const double before = m_out.flops;
        walk(branches.then, times);
        const double withThen = std::exchange(m_out.flops, before);
        walk(branches.elseBody, times);
        m_out.flops = std::max(m_out.flops, withThen);
    }

    void count(const ir::Store& store, double times)
    {
        const double operations = elementOperations(store.value);
        m_out.flops += operations * times;
        const double work = times * (1 + operations * 64); // without arithmetic, the most frequent statement wins
        if (work <= m_mostWork) {
            return;
        }
        m_mostWork = work;
        m_busiest = m_stack;
        m_out.executions = times;
        m_out.accumulator.reset();
        if (store.buffer->scope == ir::Scope::Local) {
            m_out.accumulator = store.buffer;
        }
    }

    int64_t bytesOf(size_t depth) const
    {
        std::set<const void*> inner;
        const ir::For& loop = *m_busiest[depth];
        inner.insert(loop.var.id());
        for (const ir::For* n : ir::statementsOf<ir::For>(loop.body)) {
            inner.insert(n->var.id());
        }
        std::map<const ir::BufferNode*, std::vector<Span>> touched;
        const auto isInner = [&](const ir::Var& var) { return inner.contains(var.id()); };
        ir::forEachAccess(loop.body, [&](const ir::Buffer& accessed, const std::vector<ir::Expr>& indices) {
            const ir::BufferNode& buffer = *accessed;
            const bool isInRegisters = buffer.scope == ir::Scope::Local && buffer.bytes() <= m_registerBytes;
            if (isInRegisters) {
                return;
            }
            auto [found, isNew] = touched.try_emplace(&buffer, indices.size());
            for (size_t d = 0; d < indices.size(); ++d) {
                const auto region = regionOf(indices[d], m_ranges, isInner);
                Span& span = found->second[d];
                if (isNew) {
                    span = {region, region ? region->extent : buffer.shape[d]};
                } else {
                    span.add(region, buffer.shape[d], m_ranges);
                }
                span.extent = std::min(span.extent, buffer.shape[d]);
            }
        });
        int64_t bytes = 0;
        for (const auto& [buffer, spans] : touched) {
            int64_t elements = 1;
            for (const Span& span : spans) {
                elements *= span.extent;
            }
            bytes += elements * buffer->type.bytes();
        }
        return bytes;
    }

    int64_t m_registerBytes;
    ir::Ranges m_ranges;
    std::vector<const ir::For*> m_stack;
    std::vector<const ir::For*> m_busiest;
    double m_mostWork = -1;
    Footprint m_out;
};

} // namespace

Footprint footprintOf(const ir::LoopNest& nest, int64_t registerBytes)
{
    return Counter(registerBytes).countNest(nest);
}

} // namespace knobscope
