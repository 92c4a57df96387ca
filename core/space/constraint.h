// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/expression.h"
#include "core/space/knob.h"

#include <cstdint>

namespace knobscope {

/// AutoTVM's multi_filter in the two forms that its users write. Reads the entity as enumerated: -1 stays -1.
struct MultiFilter {
    enum class Op : uint8_t { SumLe, ProdLe };
    struct Term {
        std::string knob;
        int64_t position = 0;
    };
    Op op = Op::SumLe;
    std::vector<Term> terms;
    int64_t value = 0;
};

/// A condition over several knobs that a point must meet.
class Constraint
{
public:
    explicit Constraint(Expression expression);
    explicit Constraint(MultiFilter filter);

    /// The numbers that it reads; a MultiFilter's have column 1.
    const std::vector<ExpressionTerm>& terms() const { return m_terms; }
    /// What a term reads from its knob's value.
    std::optional<int64_t> number(const KnobValue& value, const KnobDefinition& definition,
                                  std::optional<int64_t> position) const;
    /// At a point with these values of terms(), in their order.
    bool holds(std::span<const std::optional<int64_t>> termValues) const;
    std::string text() const;

private:
    std::vector<ExpressionTerm> m_terms;
    std::variant<Expression, MultiFilter> m_rule;
};

/// The number that `knob[position]` stands for in an expression: a size of a split (position 0 is the real quotient), an
/// option's number, a truth value as 0 or 1. nullopt when there is none.
std::optional<int64_t> numberIn(const KnobValue& value, const KnobDefinition& definition, std::optional<int64_t> position);

} // namespace knobscope
