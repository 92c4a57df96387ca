// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/accessbounds.h"

#include "core/ir/simplify.h"
#include "core/ir/visit.h"
#include "core/ir/warpmma.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

bool isWatched(const ir::BufferNode& buffer)
{
    return buffer.scope == ir::Scope::Shared || buffer.scope == ir::Scope::Local;
}

/// Conditions under which accesses leave an array.
using Escapes = std::map<const ir::BufferNode*, Expr>;

Expr either(const Expr& a, const Expr& b)
{
    return ir::binary(ir::BinaryOp::Or, a, b);
}

class BoundsChecker
{
public:
    /// `flags` has one element per array; its size is set later.
    BoundsChecker(const ir::DeviceKernel& kernel, const ir::Buffer& flags, std::vector<std::string>& arrays)
        : m_kernel(kernel)
        , m_flags(flags)
        , m_arrays(arrays)
        , m_ranges(kernel.indexRanges())
    {
    }

    Stmt visit(const Stmt& s)
    {
        if (s.isNull()) {
            return s;
        }
        if (const auto* n = s.as<ir::For>()) {
            m_ranges.setExtent(n->var, n->extent);
        }
        if (!s.as<ir::Store>() && !s.as<ir::WarpMma>()) {
            return ir::mapChildren(s, [this](const Stmt& child) { return visit(child); });
        }
        Escapes escapes;
        if (const auto* n = s.as<ir::Store>()) {
            addAccess(*n->buffer, n->indices, 1, ir::trueExpr(), escapes);
            addLoads(n->value, ir::trueExpr(), escapes);
        } else if (const auto* n = s.as<ir::WarpMma>()) {
            for (const auto& [fragment, tile] :
                 {std::pair(&n->sum, ir::MmaTile::Sum), std::pair(&n->a, ir::MmaTile::A), std::pair(&n->b, ir::MmaTile::B)}) {
                addAccess(*fragment->buffer, fragment->indices, ir::mmaLayout(n->kind, tile).elementsOfLane(), ir::trueExpr(),
                          escapes);
            }
        }
        return guarded(s, escapes);
    }

private:
    /// Adds an access to `run` consecutive elements starting at the indices.
    void addAccess(const ir::BufferNode& buffer, const std::vector<Expr>& indices, int64_t run, const Expr& reached,
                   Escapes& escapes)
    {
        for (size_t d = 0; d < indices.size(); ++d) {
            const int64_t end = buffer.shape[d] - (d + 1 == indices.size() ? run - 1 : 0);
            addLoads(indices[d], reached, escapes);
            if (!isWatched(buffer)) {
                continue;
            }
            const Expr outside = either(indices[d] < Expr(0), indices[d] >= Expr(end));
            const Expr condition = ir::simplify(reached && outside, m_ranges);
            if (!ir::isFalse(condition)) {
                const auto [known, isNew] = escapes.emplace(&buffer, condition);
                known->second = isNew ? condition : either(known->second, condition);
            }
        }
    }

    /// Adds all loads; a select reads only one of its sides.
    void addLoads(const Expr& e, const Expr& reached, Escapes& escapes)
    {
        if (const auto* n = e.as<ir::Load>()) {
            addAccess(*n->buffer, n->indices, 1, reached, escapes);
        } else if (const auto* n = e.as<ir::Select>()) {
            addLoads(n->condition, reached, escapes);
            addLoads(n->whenTrue, reached && n->condition, escapes);
            addLoads(n->whenFalse, reached && !n->condition, escapes);
        } else {
            ir::forEachChild(e, [&](const Expr& child) { addLoads(child, reached, escapes); });
        }
    }

    Stmt guarded(const Stmt& s, const Escapes& escapes)
    {
        Stmt out = s;
        for (const auto& [buffer, condition] : escapes) {
            const Stmt flag = ir::makeStmt(ir::Store{m_flags, {Expr(numberOf(*buffer))}, ir::constant(1, ir::int32)});
            out = ir::makeStmt(ir::IfThen{condition, flag, out});
        }
        return out;
    }

    int64_t numberOf(const ir::BufferNode& buffer)
    {
        const std::string name =
            fmt::format("{} array {}[{}] of kernel {}", buffer.scope == ir::Scope::Shared ? "shared" : "local", buffer.name,
                        fmt::join(buffer.shape, ", "), m_kernel.name);
        const auto found = std::find(m_arrays.begin(), m_arrays.end(), name);
        if (found != m_arrays.end()) {
            return found - m_arrays.begin();
        }
        m_arrays.push_back(name);
        return static_cast<int64_t>(m_arrays.size()) - 1;
    }

    const ir::DeviceKernel& m_kernel;
    const ir::Buffer& m_flags;
    std::vector<std::string>& m_arrays;
    ir::Ranges m_ranges;
};

} // namespace

CheckedProgram addBoundsChecks(const ir::DeviceProgram& program)
{
    constexpr int64_t mostArrays = 256; // far more than a template has
    CheckedProgram out{program, ir::makeBuffer("out_of_bounds", {mostArrays}, ir::int32, ir::Scope::Argument), {}};
    for (ir::DeviceKernel& kernel : out.program.kernels) {
        const size_t before = out.arrays.size();
        kernel.body = BoundsChecker(kernel, out.flags, out.arrays).visit(kernel.body);
        if (out.arrays.size() != before) {
            kernel.parameters.push_back(out.flags);
        }
    }
    if (out.arrays.empty() || out.arrays.size() > static_cast<size_t>(mostArrays)) {
        return {program, {}, {}};
    }
    out.program.parameters.push_back(out.flags);
    return out;
}

} // namespace knobscope
