// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/bounds.h"

#include "core/ir/integerdivision.h"

#include <algorithm>

namespace knobscope::ir {

namespace {

__extension__ typedef __int128 Wide; // products and sums before they saturate

constexpr int64_t kLimit = int64_t{1} << 62;

int64_t saturate(Wide v)
{
    return static_cast<int64_t>(std::clamp<Wide>(v, -kLimit, kLimit));
}

Interval multiply(Interval a, Interval b)
{
    const Wide products[] = {static_cast<Wide>(a.min) * b.min, static_cast<Wide>(a.min) * b.max, static_cast<Wide>(a.max) * b.min,
                             static_cast<Wide>(a.max) * b.max};
    return {saturate(*std::min_element(std::begin(products), std::end(products))),
            saturate(*std::max_element(std::begin(products), std::end(products)))};
}

Interval truth(bool canBeFalse, bool canBeTrue)
{
    return {canBeFalse ? 0 : 1, canBeTrue ? 1 : 0};
}

std::optional<Interval> combine(BinaryOp op, Interval a, Interval b)
{
    switch (op) {
    case BinaryOp::Add: return Interval{saturate(static_cast<Wide>(a.min) + b.min), saturate(static_cast<Wide>(a.max) + b.max)};
    case BinaryOp::Sub: return Interval{saturate(static_cast<Wide>(a.min) - b.max), saturate(static_cast<Wide>(a.max) - b.min)};
    case BinaryOp::Mul: return multiply(a, b);
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: {
        if (!b.isPoint() || b.min <= 0) {
            return std::nullopt;
        }
        const Interval quotient{floorDivide(a.min, b.min), floorDivide(a.max, b.min)};
        const int64_t base = quotient.min * b.min;
        return op == BinaryOp::FloorDiv ? quotient
             : quotient.isPoint()       ? Interval{a.min - base, a.max - base}
                                        : Interval{0, b.min - 1};
    }
    case BinaryOp::Min: return Interval{std::min(a.min, b.min), std::min(a.max, b.max)};
    case BinaryOp::Max: return Interval{std::max(a.min, b.min), std::max(a.max, b.max)};
    case BinaryOp::Lt: return truth(a.max >= b.min, a.min < b.max);
    case BinaryOp::Le: return truth(a.max > b.min, a.min <= b.max);
    case BinaryOp::Gt: return truth(a.min <= b.max, a.max > b.min);
    case BinaryOp::Ge: return truth(a.min < b.max, a.max >= b.min);
    case BinaryOp::Eq: return truth(!(a.isPoint() && b.isPoint() && a.min == b.min), a.max >= b.min && b.max >= a.min);
    case BinaryOp::Ne: return truth(a.max >= b.min && b.max >= a.min, !(a.isPoint() && b.isPoint() && a.min == b.min));
    case BinaryOp::And: return Interval{std::min(a.min, b.min), std::min(a.max, b.max)};
    case BinaryOp::Or: return Interval{std::max(a.min, b.min), std::max(a.max, b.max)};
    case BinaryOp::Div: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<Interval> Ranges::find(const Var& var) const
{
    const auto found = m_ranges.find(var.id());
    return found == m_ranges.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Interval> boundsOf(const Expr& e, const Ranges& ranges)
{
    if (const auto literal = asInt(e)) {
        return Interval{*literal, *literal};
    }
    if (const auto* ref = e.as<VarRef>()) {
        return ranges.find(ref->var);
    }
    if (const auto* n = e.as<Binary>()) {
        const auto a = boundsOf(n->a, ranges);
        const auto b = boundsOf(n->b, ranges);
        return a && b ? combine(n->op, *a, *b) : std::nullopt;
    }
    if (const auto* n = e.as<Not>()) {
        const auto a = boundsOf(n->a, ranges);
        return a ? std::optional(Interval{1 - a->max, 1 - a->min}) : std::nullopt;
    }
    if (const auto* n = e.as<Select>()) {
        const auto t = boundsOf(n->whenTrue, ranges);
        const auto f = boundsOf(n->whenFalse, ranges);
        return t && f ? std::optional(Interval{std::min(t->min, f->min), std::max(t->max, f->max)}) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace knobscope::ir
