// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/region.h"

#include "core/ir/integerdivision.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::Affine;
using ir::Expr;
using ir::Interval;

namespace {

/// fixed + [low, high]
struct Spread {
    Affine fixed;
    int64_t low = 0;
    int64_t high = 0;
};

class Spreader
{
public:
    Spreader(const ir::Ranges& ranges, const std::function<bool(const ir::Var&)>& isInner)
        : m_ranges(ranges)
        , m_isInner(isInner)
    {
    }

    std::optional<Spread> spreadOf(const Affine& a) const
    {
        Spread out;
        out.fixed.constant = a.constant;
        for (const Affine::Term& term : a.terms) {
            const auto part = ofAtom(term.atom);
            if (!part) {
                return std::nullopt;
            }
            out.fixed = ir::add(out.fixed, part->fixed, term.coefficient);
            int64_t low = 0;
            int64_t high = 0;
            if (__builtin_mul_overflow(part->low, term.coefficient, &low)
                || __builtin_mul_overflow(part->high, term.coefficient, &high)
                || __builtin_add_overflow(out.low, std::min(low, high), &out.low)
                || __builtin_add_overflow(out.high, std::max(low, high), &out.high)) {
                return std::nullopt;
            }
        }
        return out;
    }

private:
    std::optional<Spread> ofAtom(const Expr& atom) const
    {
        Spread out;
        if (!ir::usesVar(atom, m_isInner)) {
            out.fixed.terms.push_back({atom, 1});
            return out;
        }
        if (const auto* n = atom.as<ir::Binary>(); n && n->op == ir::BinaryOp::FloorDiv && ir::asInt(n->b).value_or(0) > 0) {
            return ofFloorDiv(*n);
        }
        const auto bounds = ir::boundsOf(atom, m_ranges);
        if (!bounds) {
            return std::nullopt;
        }
        out.low = bounds->min;
        out.high = bounds->max;
        return out;
    }

    /// floor((F + [low, high]) / d) starts at floor((F + low) / d) and is at most (high - low + d - 1) / d larger.
    std::optional<Spread> ofFloorDiv(const ir::Binary& n) const
    {
        const int64_t d = *ir::asInt(n.b);
        const auto inside = spreadOf(ir::toAffine(n.a, m_ranges));
        if (!inside) {
            return std::nullopt;
        }
        Affine start = inside->fixed;
        start.constant += inside->low;
        Spread out;
        out.fixed = ir::toAffine(ir::floorDiv(ir::toExpr(start), Expr(d)), m_ranges);
        const int64_t lead = start.isConstant() ? ir::floorModulo(start.constant, d) : d - 1;
        out.high = (lead + inside->high - inside->low) / d;
        return out;
    }

    const ir::Ranges& m_ranges;
    const std::function<bool(const ir::Var&)>& m_isInner;
};

} // namespace

std::optional<IndexRegion> regionOf(const Expr& index, const ir::Ranges& ranges,
                                    const std::function<bool(const ir::Var&)>& isInner)
{
    const auto spread = Spreader(ranges, isInner).spreadOf(ir::toAffine(index, ranges));
    if (!spread) {
        return std::nullopt;
    }
    Affine start = spread->fixed;
    start.constant += spread->low;
    return IndexRegion{ir::toExpr(start), spread->high - spread->low + 1};
}

std::optional<IndexRegion> unite(const IndexRegion& a, const IndexRegion& b, const ir::Ranges& ranges)
{
    const Affine difference = ir::add(ir::toAffine(b.min, ranges), ir::toAffine(a.min, ranges), -1);
    if (!difference.isConstant()) {
        return std::nullopt;
    }
    const int64_t shift = difference.constant;
    const int64_t end = std::max(a.extent, shift + b.extent);
    return shift < 0 ? IndexRegion{b.min, end - shift} : IndexRegion{a.min, end};
}

} // namespace knobscope
