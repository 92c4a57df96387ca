// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/passes.h"

#include "core/ir/integerdivision.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <set>

namespace knobscope {

using ir::Affine;
using ir::Expr;
using ir::ForKind;
using ir::IfThen;
using ir::Interval;
using ir::Stmt;

namespace {

/// Rewrites `if a && b: x else: y` as `if a: (if b: x else: y) else: y`.
Stmt splitConjunctions(const Stmt& s)
{
    return ir::transformStmt(s, [](const Stmt& part) {
        const auto* branch = part.as<IfThen>();
        const auto* both = branch ? branch->condition.as<ir::Binary>() : nullptr;
        if (!both || both->op != ir::BinaryOp::And) {
            return part;
        }
        const Stmt inner = splitConjunctions(ir::makeStmt(IfThen{both->b, branch->then, branch->elseBody}));
        return splitConjunctions(ir::makeStmt(IfThen{both->a, inner, branch->elseBody}));
    });
}

Stmt simplifyStmt(const Stmt& s, const ir::Ranges& ranges)
{
    return ir::transformExprsIn(s, [&](const Expr& e) { return ir::simplify(e, ranges); });
}

/// Whether two statements are equal up to the names of their loop variables; recognises only simple nests.
bool isEquivalent(const Stmt& a, const Stmt& b)
{
    if (a.isNull() || b.isNull()) {
        return false;
    }
    const auto* x = a.as<ir::Store>();
    const auto* y = b.as<ir::Store>();
    if (x && y) {
        return x->buffer == y->buffer && ir::structurallyEqual(x->value, y->value)
            && ir::structurallyEqual(x->indices, y->indices);
    }
    const auto* left = a.as<ir::For>();
    const auto* right = b.as<ir::For>();
    return left && right && left->extent == right->extent && left->kind == right->kind
        && isEquivalent(left->body, ir::substitute(right->body, {{right->var.id(), Expr(left->var)}}));
}

/// All conditions tested inside a statement.
std::vector<Expr> conditionsIn(const Stmt& s)
{
    std::vector<Expr> found;
    for (const IfThen* branch : ir::statementsOf<IfThen>(s)) {
        found.push_back(branch->condition);
    }
    return found;
}

/// Number of stores in one run of a statement if its tests pass; a vector store counts once.
int64_t storesRun(const Stmt& s)
{
    if (s.isNull() || s.as<ir::Store>()) {
        return s.isNull() ? 0 : 1;
    }
    if (const auto* branch = s.as<IfThen>()) {
        return storesRun(branch->then);
    }
    int64_t sum = 0;
    ir::forEachChild(s, [&sum](const Stmt& child) { sum += storesRun(child); });
    const auto* loop = s.as<ir::For>();
    return loop && loop->kind != ForKind::Vectorized ? sum * loop->extent : sum;
}

/// Collects the conditions that cost time: inside a register tile (an unrolled loop), which they break up, or around a few
/// stores. A condition around a whole nest costs nothing in comparison.
void costlyConditions(const Stmt& s, bool isInTile, std::vector<Expr>& found)
{
    if (s.isNull()) {
        return;
    }
    if (const auto* branch = s.as<IfThen>()) {
        constexpr int64_t fewStores = 16;
        if (isInTile || storesRun(branch->then) < fewStores) {
            found.push_back(branch->condition);
        }
    }
    const auto* loop = s.as<ir::For>();
    const bool isTile = isInTile || (loop && loop->kind == ForKind::Unrolled);
    ir::forEachChild(s, [&](const Stmt& child) { costlyConditions(child, isTile, found); });
}

/// The loop variables declared inside a statement.
std::set<const void*> loopVarsIn(const Stmt& s)
{
    std::set<const void*> vars;
    for (const ir::For* loop : ir::statementsOf<ir::For>(s)) {
        vars.insert(loop->var.id());
    }
    return vars;
}

/// A comparison as `affine < 0`; nullopt for any other condition.
std::optional<Affine> asNegative(const Expr& condition, const ir::Ranges& ranges)
{
    const auto* n = condition.as<ir::Binary>();
    if (!n || !n->a.type().isInteger()) {
        return std::nullopt;
    }
    const Affine a = ir::toAffine(n->a, ranges);
    const Affine b = ir::toAffine(n->b, ranges);
    Affine out;
    switch (n->op) {
    case ir::BinaryOp::Lt: return ir::add(a, b, -1);
    case ir::BinaryOp::Gt: return ir::add(b, a, -1);
    case ir::BinaryOp::Le: out = ir::add(a, b, -1); break;
    case ir::BinaryOp::Ge: out = ir::add(b, a, -1); break;
    default: return std::nullopt;
    }
    return ir::add(out, {1, {}}, -1); // a <= b is a - b - 1 < 0
}

class Partitioner
{
public:
    explicit Partitioner(ir::Ranges ranges)
        : m_ranges(std::move(ranges))
    {
    }

    Stmt visit(const Stmt& s)
    {
        if (s.isNull()) {
            return s;
        }
        if (const auto* n = s.as<ir::For>()) {
            return visitLoop(*n);
        }
        if (const auto* n = s.as<IfThen>()) {
            return branch(n->condition, visit(n->then), visit(n->elseBody));
        }
        return ir::mapChildren(s, [this](const Stmt& child) { return visit(child); });
    }

private:
    static Stmt branch(const Expr& condition, const Stmt& then, const Stmt& elseBody)
    {
        if (ir::isTrue(condition)) {
            return then;
        }
        if (ir::isFalse(condition)) {
            return elseBody;
        }
        if (then.isNull() && elseBody.isNull()) {
            return {};
        }
        if (isEquivalent(then, elseBody)) {
            return then;
        }
        return then.isNull() ? ir::makeStmt(IfThen{!condition, elseBody, {}}) : ir::makeStmt(IfThen{condition, then, elseBody});
    }

    Stmt visitLoop(const ir::For& n)
    {
        ir::For loop = n;
        m_ranges.setExtent(n.var, n.extent);
        loop.body = visit(n.body);
        return loop.body.isNull() ? Stmt() : hoist(loop);
    }

    /// Hoists a condition around the whole body out of this loop if it does not depend on the loop.
    Stmt hoist(const ir::For& loop)
    {
        const auto* test = loop.body.as<IfThen>();
        if (test && !ir::usesVar(test->condition, loop.var) && loop.kind != ForKind::Parallel
            && loop.kind != ForKind::ThreadBinding) {
            return branch(test->condition, withBody(loop, test->then), withBody(loop, test->elseBody));
        }
        const auto cuts = cutsOf(loop);
        return cuts.size() > 2 ? cutLoop(loop, cuts) : multiversion(loop);
    }

    Stmt withBody(const ir::For& loop, const Stmt& body)
    {
        if (body.isNull()) {
            return {};
        }
        ir::For out = loop;
        out.body = body;
        return hoist(out);
    }

    /// Cut points [0, …, extent]: where conditions on only this loop and inner ones become, or stop being, certain.
    std::vector<int64_t> cutsOf(const ir::For& loop) const
    {
        std::set<int64_t> cuts{0, loop.extent};
        if (loop.kind == ForKind::Parallel || loop.kind == ForKind::ThreadBinding || loop.kind == ForKind::VirtualThread) {
            return {0, loop.extent};
        }
        const std::set<const void*> inner = loopVarsIn(loop.body);
        for (const Expr& condition : conditionsIn(loop.body)) {
            if (const auto negative = asNegative(condition, m_ranges)) {
                addCuts(*negative, loop, inner, cuts);
            }
        }
        std::vector<int64_t> sorted(cuts.begin(), cuts.end());
        return sorted.size() <= kMaxParts + 1 ? sorted : std::vector<int64_t>{0, loop.extent};
    }

    /// c*v + r < 0 with r in [low, high] is certain if c*v + high < 0 and impossible if c*v + low >= 0.
    void addCuts(const Affine& negative, const ir::For& loop, const std::set<const void*>& inner, std::set<int64_t>& cuts) const
    {
        const int64_t c = negative.coefficientOf(loop.var);
        if (c == 0) {
            return;
        }
        Affine rest;
        rest.constant = negative.constant;
        for (const Affine::Term& term : negative.terms) {
            const auto* ref = term.atom.as<ir::VarRef>();
            if (ref && ref->var == loop.var) {
                continue;
            }
            if (!ref || !inner.contains(ref->var.id())) {
                return;
            }
            rest.terms.push_back(term);
        }
        const auto bounds = ir::boundsOf(rest, m_ranges);
        if (!bounds) {
            return;
        }
        for (const int64_t r : {bounds->min, bounds->max}) {
            // c > 0: true for v < ceil(-r / c); c < 0: false for v < floor(r / -c) + 1.
            const int64_t cut = c > 0 ? ir::ceilDivide(-r, c) : ir::ceilDivide(r + 1, -c);
            if (cut > 0 && cut < loop.extent) {
                cuts.insert(cut);
            }
        }
    }

    Stmt cutLoop(const ir::For& loop, const std::vector<int64_t>& cuts)
    {
        std::vector<Stmt> parts;
        for (size_t i = 0; i + 1 < cuts.size(); ++i) {
            const int64_t extent = cuts[i + 1] - cuts[i];
            ir::For part = loop;
            part.var = ir::Var(loop.var.name());
            part.extent = extent;
            m_ranges.setExtent(part.var, extent);
            const Expr value = extent == 1 ? Expr(cuts[i]) : Expr(part.var) + Expr(cuts[i]);
            part.body = simplifyStmt(ir::substitute(cloneWithNewVars(loop.body), {{loop.var.id(), value}}), m_ranges);
            if (part.body.isNull()) {
                continue;
            }
            const Stmt done = extent == 1 ? visit(part.body) : visitLoop(part);
            const Stmt trimmed = trimTiles(done, m_ranges);
            parts.push_back(trimmed.id() == done.id() ? done : visit(simplifyStmt(trimmed, m_ranges)));
        }
        return ir::block(std::move(parts));
    }

    /// Copies a statement with new loop variables, since cutting gives them different ranges in each copy.
    Stmt cloneWithNewVars(const Stmt& s)
    {
        return ir::transformStmt(s, [&](const Stmt& part) {
            const auto* loop = part.as<ir::For>();
            if (!loop) {
                return part;
            }
            ir::For copy = *loop;
            copy.var = ir::Var(loop->var.name());
            m_ranges.setExtent(copy.var, copy.extent);
            copy.body = ir::substitute(loop->body, {{loop->var.id(), Expr(copy.var)}});
            return ir::makeStmt(std::move(copy));
        });
    }

    /// For conditions that depend on both outer and inner variables: `if certain: body without tests else: body`.
    Stmt multiversion(const ir::For& loop)
    {
        const bool hasLoopsInside = !loopVarsIn(loop.body).empty();
        if (!hasLoopsInside || loop.kind == ForKind::Vectorized
            || ir::statementsOf<ir::Store>(loop.body).size() > kMaxVersionedStores) {
            return ir::makeStmt(ir::For(loop));
        }
        const std::set<const void*> inner = loopVarsIn(loop.body);
        Expr certain = ir::trueExpr();
        std::vector<Expr> costly, decided, tested;
        costlyConditions(loop.body, loop.kind == ForKind::Unrolled, costly);
        for (const Expr& condition : costly) {
            const auto strong = strengthened(condition, inner);
            if (!strong || !ir::usesVar(*strong, loop.var) || !usesAny(condition, inner)) {
                continue;
            }
            decided.push_back(condition);
            if (!isAmong(tested, *strong)) {
                tested.push_back(*strong);
                certain = certain && *strong;
            }
        }
        if (decided.empty() || 2 * storesUnder(decided, loop.body) < ir::statementsOf<ir::Store>(loop.body).size()) {
            return ir::makeStmt(ir::For(loop)); // the body is mostly free of tests: a copy does not pay
        }
        if (const auto* test = loop.body.as<IfThen>(); test && ir::structurallyEqual(test->condition, certain)) {
            return ir::makeStmt(ir::For(loop)); // already versioned, before an outer loop was cut
        }
        ir::For out = loop;
        out.body = ir::makeStmt(IfThen{certain, cloneWithNewVars(assuming(loop.body, decided)), loop.body});
        return ir::makeStmt(std::move(out));
    }

    static size_t storesUnder(const std::vector<Expr>& conditions, const Stmt& s)
    {
        std::set<const void*> stores; // counts nested branches once
        ir::forEachStmt(s, [&](const Stmt& part) {
            const auto* branch = part.as<IfThen>();
            if (branch && isAmong(conditions, branch->condition)) {
                const auto inside = ir::statementsOf<ir::Store>(part);
                stores.insert(inside.begin(), inside.end());
            }
        });
        return stores.size();
    }

    static bool isAmong(const std::vector<Expr>& conditions, const Expr& condition)
    {
        return std::ranges::any_of(conditions, [&](const Expr& one) { return ir::structurallyEqual(one, condition); });
    }

    static bool usesAny(const Expr& e, const std::set<const void*>& vars)
    {
        return ir::usesVar(e, [&](const ir::Var& var) { return vars.contains(var.id()); });
    }

    /// A condition without inner variables that implies this one: replaces each by its worst case.
    std::optional<Expr> strengthened(const Expr& condition, const std::set<const void*>& inner) const
    {
        const auto negative = asNegative(condition, m_ranges);
        if (!negative) {
            return std::nullopt;
        }
        Affine worst;
        worst.constant = negative->constant;
        for (const Affine::Term& term : negative->terms) {
            if (!usesAny(term.atom, inner)) {
                worst.terms.push_back(term);
                continue;
            }
            const auto bounds = ir::boundsOf(term.atom * Expr(term.coefficient), m_ranges);
            if (!bounds) {
                return std::nullopt;
            }
            worst.constant += bounds->max;
        }
        return ir::simplify(ir::toExpr(worst) < Expr(0), m_ranges);
    }

    static Stmt assuming(const Stmt& s, const std::vector<Expr>& trueConditions)
    {
        return ir::transformStmt(s, [&](const Stmt& part) {
            const auto* branch = part.as<IfThen>();
            if (!branch) {
                return part;
            }
            return isAmong(trueConditions, branch->condition) ? branch->then : part;
        });
    }

    static constexpr size_t kMaxParts = 5;      // before low padding, at its edge, inside, …
    static constexpr size_t kMaxVersionedStores = 64;
    ir::Ranges m_ranges;
};

} // namespace

Stmt partitionLoops(const Stmt& body, ir::Ranges ranges)
{
    const Stmt branching = lowerSelects(body);
    return conditionsIn(branching).empty() ? body : Partitioner(std::move(ranges)).visit(splitConjunctions(branching));
}

} // namespace knobscope
