// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/sharing.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace knobscope::ir {

namespace {

constexpr int64_t kMostNested = 16; // nesting depth of formulas: walks over expressions recurse

bool isElementComputation(const Expr& e)
{
    const bool isComputed = e.as<Binary>() || e.as<Select>() || e.as<Cast>() || e.as<Call>() || e.as<Let>();
    return isComputed && !e.type().isBool() && e.type() != indexType;
}

/// Whether to look for shared nodes below `e`.
bool isOpen(const Expr& e)
{
    return isElementComputation(e) ? !e.as<Let>() : e.type().isBool() && (e.as<Binary>() || e.as<Not>() || e.as<Select>());
}

class Sharing
{
public:
    /// Binds the shared nodes of a region. `e` is computed whenever the region is; the sides of selects are regions of their own.
    SharedExpr region(const Expr& e)
    {
        Region region;
        count(e, region, false);
        for (const Select* choice : std::vector(region.choices)) {
            count(choice->whenTrue, region, true);
            count(choice->whenFalse, region, true);
        }
        std::vector<Expr> order;
        std::unordered_set<const void*> seen;
        sort(e, region, seen, order);
        SharedExpr out;
        for (const Expr& node : order) {
            Expr made = rebuilt(node);
            if (region.mentions.at(node.id()) > 1) {
                out.bindings.push_back({Var("t"), std::move(made)});
                made = letRef(out.bindings.back().var, node.type());
            }
            m_made[node.id()] = made;
        }
        out.body = replaced(e);
        return out;
    }

private:
    struct Region {
        std::unordered_map<const void*, int> mentions; ///< of element computations
        std::unordered_set<const void*> always; ///< nodes that are computed whenever the region is
        std::vector<const Select*> choices;
    };

    void count(const Expr& e, Region& region, bool isConditional)
    {
        const bool isElement = isElementComputation(e);
        if (m_made.contains(e.id()) || (isElement && region.mentions[e.id()]++ > 0)) {
            return;
        }
        if (isElement && !isConditional) {
            region.always.insert(e.id());
        }
        if (const auto* choice = e.as<Select>(); choice && !isConditional) {
            region.choices.push_back(choice);
            count(choice->condition, region, false);
        } else if (isOpen(e)) {
            forEachChild(e, [&](const Expr& child) { count(child, region, isConditional); });
        }
    }

    /// Orders the nodes that are always computed: operands first, and nodes used in a select's sides before the select.
    void sort(const Expr& e, const Region& region, std::unordered_set<const void*>& seen, std::vector<Expr>& order) const
    {
        if (m_made.contains(e.id()) || !seen.insert(e.id()).second) {
            return;
        }
        if (isOpen(e)) {
            forEachChild(e, [&](const Expr& child) { sort(child, region, seen, order); });
        }
        if (region.always.contains(e.id())) {
            order.push_back(e);
        }
    }

    Expr rebuilt(const Expr& e)
    {
        if (const auto* choice = e.as<Select>()) {
            return select(replaced(choice->condition), side(choice->whenTrue), side(choice->whenFalse));
        }
        return isOpen(e) ? mapChildren(e, [&](const Expr& child) { return replaced(child); }) : e;
    }

    Expr side(const Expr& e)
    {
        const auto known = m_made.find(e.id());
        if (known != m_made.end()) {
            return known->second;
        }
        const auto outside = m_made; // bindings made in the side are visible only there
        SharedExpr inside = region(e);
        m_made = outside;
        return let(std::move(inside.bindings), inside.body);
    }

    Expr replaced(const Expr& e)
    {
        const auto known = m_made.find(e.id());
        return known != m_made.end() ? known->second : e.type().isBool() && isOpen(e) ? rebuilt(e) : e;
    }

    std::unordered_map<const void*, Expr> m_made; ///< replacement of each node in the enclosing regions
};

int64_t countUses(const Expr& e, const Var& var)
{
    int64_t mentions = 0;
    forEachExpr(e, [&](const Expr& part) {
        const auto* ref = part.as<LetRef>();
        mentions += ref && ref->var == var ? 1 : 0;
    });
    return mentions;
}

} // namespace

SharedExpr bindShared(const Expr& e)
{
    return Sharing().region(e);
}

int64_t weightOf(const Expr& e)
{
    constexpr int64_t kOfFunction = 24;
    int64_t weight = 0;
    forEachExpr(e, [&](const Expr& part) { weight += part.as<Call>() ? kOfFunction : 1; });
    return weight;
}

/// Reads are repeated rather than bound, unless a select would have to guard them.
bool FormulaChain::isBound(const Expr& input, int64_t mentions, bool hasSelect) const
{
    const bool isRead = input.as<TensorRead>() || input.as<Load>();
    if (!isRead && !isElementComputation(input)) {
        return false;
    }
    const bool isDeep = input.id() == m_last && m_unbound >= kMostNested;
    return isDeep || (mentions > 1 && (!isRead || hasSelect));
}

Expr FormulaChain::apply(const Formula& formula, const std::vector<Expr>& inputs)
{
    struct Parameter {
        Expr input;
        Var var;
    };
    std::vector<Parameter> parameters;
    std::vector<Expr> given;
    for (const Expr& input : inputs) {
        if (input.isNull() || input.as<FloatImm>() || input.as<IntImm>()) {
            given.push_back(input);
            continue;
        }
        const auto same = std::ranges::find(parameters, input.id(), [](const Parameter& one) { return one.input.id(); });
        const Var var = same == parameters.end() ? Var("x") : same->var;
        if (same == parameters.end()) {
            parameters.push_back({input, var});
        }
        given.push_back(letRef(var, input.type()));
    }
    const Expr made = formula(given);
    if (made.isNull()) {
        return made;
    }
    SharedExpr shared = bindShared(made);
    const Expr whole = let(shared.bindings, shared.body);
    const bool hasSelect = anyExpr(whole, [](const Expr& part) { return part.as<Select>() != nullptr; });
    Substitution values;
    bool nests = false;
    for (const Parameter& one : parameters) {
        if (isBound(one.input, countUses(whole, one.var), hasSelect)) {
            m_bindings.push_back({one.var, one.input});
        } else {
            values[one.var.id()] = one.input;
            nests = nests || one.input.id() == m_last;
        }
    }
    for (const LetBinding& binding : shared.bindings) {
        m_bindings.push_back({binding.var, substitute(binding.value, values)});
    }
    const Expr result = substitute(shared.body, values);
    m_unbound = nests ? m_unbound + 1 : 0;
    m_last = result.id();
    return result;
}

Expr FormulaChain::named(const Expr& result)
{
    if (!isElementComputation(result)) {
        return result;
    }
    const Var var("v");
    m_bindings.push_back({var, result});
    return letRef(var, result.type());
}

Expr FormulaChain::finish(const Expr& result)
{
    return let(std::exchange(m_bindings, {}), result);
}

} // namespace knobscope::ir
