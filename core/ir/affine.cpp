// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/affine.h"

#include "core/ir/integerdivision.h"
#include "core/ir/loopnest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

namespace knobscope::ir {

namespace {

Affine constantOf(int64_t value)
{
    return {value, {}};
}

Affine atomOf(const Expr& atom)
{
    return {0, {{atom, 1}}};
}

/// Adds value * factor to `sum`; returns false on 64-bit overflow.
bool addMultiple(int64_t& sum, int64_t value, int64_t factor)
{
    int64_t product = 0;
    return !__builtin_mul_overflow(value, factor, &product) && !__builtin_add_overflow(sum, product, &sum);
}

/// The sum as one unexpanded atom, for coefficients that overflow 64 bits.
Affine unexpanded(const Affine& a, const Affine& b, int64_t factorOfB)
{
    return atomOf(binary(BinaryOp::Add, toExpr(a), binary(BinaryOp::Mul, toExpr(b), Expr(factorOfB))));
}

Affine scale(const Affine& a, int64_t factor)
{
    return factor == 0 ? Affine() : add({}, a, factor);
}

/// A sum split for a division by d: whole * d + rest.
struct DividedBy {
    Affine whole;
    Affine rest;
};

/// Puts the remainder of each coefficient that `d` does not divide into `rest`; with `whole`, such a term goes there undivided.
DividedBy divideTerms(const Affine& a, int64_t d, bool whole = false)
{
    DividedBy out;
    out.whole.constant = floorDivide(a.constant, d);
    out.rest.constant = floorModulo(a.constant, d);
    for (const Affine::Term& term : a.terms) {
        const int64_t r = floorModulo(term.coefficient, d);
        const int64_t q = whole && r != 0 ? 0 : floorDivide(term.coefficient, d);
        if (q != 0) {
            out.whole.terms.push_back({term.atom, q});
        }
        if (r != 0) {
            out.rest.terms.push_back({term.atom, term.coefficient - q * d});
        }
    }
    return out;
}

bool within(const Affine& a, const Ranges& ranges, int64_t lowest, int64_t end)
{
    const auto bounds = boundsOf(a, ranges);
    return bounds && bounds->min >= lowest && bounds->max < end;
}

/// Finds a common divisor g > 1 of d and some coefficients such that the other terms stay within [0, g).
std::optional<DividedBy> coarsen(const Affine& a, int64_t d, const Ranges& ranges, int64_t& g)
{
    std::vector<int64_t> candidates;
    for (const Affine::Term& term : a.terms) {
        candidates.push_back(std::gcd(term.coefficient, d));
    }
    std::sort(candidates.begin(), candidates.end(), std::greater<>());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    for (const int64_t candidate : candidates) {
        if (candidate <= 1) {
            break;
        }
        DividedBy split = divideTerms(a, candidate, true);
        if (within(split.rest, ranges, 0, candidate)) {
            g = candidate;
            return split;
        }
    }
    return std::nullopt;
}

/// The quotient by d if it is the same for all values of the sum.
std::optional<int64_t> knownQuotient(const Affine& a, int64_t d, const Ranges& ranges)
{
    const auto bounds = boundsOf(a, ranges);
    const bool isKnown = bounds && floorDivide(bounds->min, d) == floorDivide(bounds->max, d);
    return isKnown ? std::optional(floorDivide(bounds->min, d)) : std::nullopt;
}

Affine floorDivAffine(const Affine& a, int64_t d, const Ranges& ranges)
{
    if (d == 1) {
        return a;
    }
    DividedBy parts = divideTerms(a, d);
    if (const auto quotient = knownQuotient(parts.rest, d, ranges)) {
        parts.whole.constant += *quotient;
        return parts.whole;
    }
    int64_t g = 1;
    if (const auto coarse = coarsen(parts.rest, d, ranges, g)) {
        return add(parts.whole, floorDivAffine(coarse->whole, d / g, ranges));
    }
    return add(parts.whole, atomOf(floorDiv(toExpr(parts.rest), Expr(d))));
}

Affine floorModAffine(const Affine& a, int64_t d, const Ranges& ranges)
{
    if (d == 1) {
        return {};
    }
    Affine rest = divideTerms(a, d).rest;
    if (const auto quotient = knownQuotient(rest, d, ranges)) {
        rest.constant -= *quotient * d;
        return rest;
    }
    int64_t g = 1;
    if (const auto coarse = coarsen(rest, d, ranges, g)) {
        return add(scale(floorModAffine(coarse->whole, d / g, ranges), g), coarse->rest);
    }
    return atomOf(floorMod(toExpr(rest), Expr(d)));
}

/// The remainder term that completes d*floor(x/d) in a sum to x: its coefficient must be the quotient's divided by d.
const Affine::Term* remainderOf(const Affine& sum, const Affine::Term& quotient)
{
    const auto* n = quotient.atom.as<Binary>();
    const auto d = n && n->op == BinaryOp::FloorDiv ? asInt(n->b) : std::nullopt;
    if (!d || quotient.coefficient % *d != 0) {
        return nullptr;
    }
    const auto found = std::find_if(sum.terms.begin(), sum.terms.end(), [&](const Affine::Term& term) {
        const auto* rest = term.atom.as<Binary>();
        return rest && rest->op == BinaryOp::FloorMod && term.coefficient == quotient.coefficient / *d
            && structurallyEqual(rest->b, n->b) && structurallyEqual(rest->a, n->a);
    });
    return found == sum.terms.end() ? nullptr : &*found;
}

Affine minMax(BinaryOp op, const Affine& a, const Affine& b, const Ranges& ranges)
{
    if (const auto difference = boundsOf(add(a, b, -1), ranges)) {
        if (difference->max <= 0) {
            return op == BinaryOp::Min ? a : b;
        }
        if (difference->min >= 0) {
            return op == BinaryOp::Min ? b : a;
        }
    }
    return atomOf(binary(op, toExpr(a), toExpr(b)));
}

Affine binaryToAffine(const Binary& n, const Expr& whole, const Ranges& ranges)
{
    const Affine a = toAffine(n.a, ranges);
    const Affine b = toAffine(n.b, ranges);
    switch (n.op) {
    case BinaryOp::Add: return joinQuotients(add(a, b), ranges);
    case BinaryOp::Sub: return add(a, b, -1);
    case BinaryOp::Mul:
        if (b.isConstant()) {
            return scale(a, b.constant);
        }
        if (a.isConstant()) {
            return scale(b, a.constant);
        }
        return atomOf(binary(n.op, toExpr(a), toExpr(b)));
    case BinaryOp::FloorDiv:
        return b.isConstant() && b.constant > 0 ? floorDivAffine(a, b.constant, ranges)
                                                : atomOf(binary(n.op, toExpr(a), toExpr(b)));
    case BinaryOp::FloorMod:
        return b.isConstant() && b.constant > 0 ? floorModAffine(a, b.constant, ranges)
                                                : atomOf(binary(n.op, toExpr(a), toExpr(b)));
    case BinaryOp::Min:
    case BinaryOp::Max: return minMax(n.op, a, b, ranges);
    default: return atomOf(whole);
    }
}

} // namespace

int64_t Affine::coefficientOf(const Var& var) const
{
    const auto found = std::ranges::find_if(terms, [&](const Term& term) { return isVar(term.atom, var); });
    return found == terms.end() ? 0 : found->coefficient;
}

Affine add(const Affine& a, const Affine& b, int64_t factorOfB)
{
    Affine out = a;
    if (!addMultiple(out.constant, b.constant, factorOfB)) {
        return unexpanded(a, b, factorOfB);
    }
    for (const Affine::Term& term : b.terms) {
        auto same =
            std::ranges::find_if(out.terms, [&](const Affine::Term& other) { return structurallyEqual(other.atom, term.atom); });
        if (same == out.terms.end()) {
            const auto place =
                std::upper_bound(out.terms.begin(), out.terms.end(), term, [](const Affine::Term& x, const Affine::Term& y) {
                    return structuralOrder(x.atom, y.atom) < 0;
                });
            same = out.terms.insert(place, {term.atom, 0});
        }
        if (!addMultiple(same->coefficient, term.coefficient, factorOfB)) {
            return unexpanded(a, b, factorOfB);
        }
        if (same->coefficient == 0) {
            out.terms.erase(same);
        }
    }
    return out;
}

Affine joinQuotients(Affine sum, const Ranges& ranges)
{
    for (size_t i = 0; i < sum.terms.size(); ++i) {
        if (const Affine::Term* rest = remainderOf(sum, sum.terms[i])) {
            const Affine::Term quotient = sum.terms[i];
            const Affine::Term remainder = *rest;
            const Affine whole = toAffine(remainder.atom.as<Binary>()->a, ranges);
            Affine out = add(sum, atomOf(quotient.atom), -quotient.coefficient);
            out = add(out, atomOf(remainder.atom), -remainder.coefficient);
            return joinQuotients(add(out, whole, remainder.coefficient), ranges);
        }
    }
    return sum;
}

Affine toAffine(const Expr& e, const Ranges& ranges)
{
    if (const auto literal = asInt(e)) {
        return constantOf(*literal);
    }
    if (const auto* ref = e.as<VarRef>()) {
        const auto range = ranges.find(ref->var);
        return range && range->isPoint() ? constantOf(range->min) : atomOf(e);
    }
    if (const auto* n = e.as<Binary>()) {
        return binaryToAffine(*n, e, ranges);
    }
    return atomOf(e);
}

Expr toExpr(const Affine& a)
{
    std::vector<Affine::Term> coarseFirst = a.terms;
    const auto size = [](int64_t coefficient) {
        return coefficient < 0 ? uint64_t{0} - static_cast<uint64_t>(coefficient) : static_cast<uint64_t>(coefficient);
    };
    std::stable_sort(coarseFirst.begin(), coarseFirst.end(),
                     [&](const Affine::Term& x, const Affine::Term& y) { return size(x.coefficient) > size(y.coefficient); });
    const auto isSubtracted = [](int64_t number) { return number < 0 && number != std::numeric_limits<int64_t>::min(); };
    Expr out(0);
    for (const Affine::Term& term : coarseFirst) {
        if (!isSubtracted(term.coefficient) || asInt(out)) {
            out = out + term.atom * Expr(term.coefficient);
        } else {
            out = out - term.atom * Expr(-term.coefficient);
        }
    }
    return isSubtracted(a.constant) && !asInt(out) ? out - Expr(-a.constant) : out + Expr(a.constant);
}

Affine flatIndex(const BufferNode& buffer, const std::vector<Expr>& indices, const Ranges& ranges)
{
    Affine flat;
    int64_t stride = 1;
    for (size_t d = indices.size(); d-- > 0;) {
        flat = add(flat, toAffine(indices[d], ranges), stride);
        stride *= buffer.shape[d];
    }
    return joinQuotients(std::move(flat), ranges);
}

std::optional<Interval> boundsOf(const Affine& a, const Ranges& ranges)
{
    Interval sum{a.constant, a.constant};
    for (const Affine::Term& term : a.terms) {
        const auto part = boundsOf(term.atom * Expr(term.coefficient), ranges);
        if (!part) {
            return std::nullopt;
        }
        if (__builtin_add_overflow(sum.min, part->min, &sum.min) || __builtin_add_overflow(sum.max, part->max, &sum.max)) {
            return std::nullopt;
        }
    }
    return sum;
}

} // namespace knobscope::ir
