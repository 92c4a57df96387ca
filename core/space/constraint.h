// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/expression.h"
#include "core/space/knob.h"

#include <cstdint>

namespace knobscope {

/// A condition over several knobs that a point must meet.
class Constraint
{
public:
    /// What a split's sizes mean in it: the numbers that they stand for, or, as in AutoTVM's multi_filter, the entity as it is
    /// enumerated, in which -1 stays -1.
    enum class Sizes : uint8_t { Meant, Enumerated };
    explicit Constraint(Expression expression, Sizes sizes = Sizes::Meant)
        : m_expression(std::move(expression))
        , m_sizes(sizes)
    {
    }

    /// The numbers that it reads.
    const std::vector<ExpressionTerm>& terms() const { return m_expression.terms(); }
    /// What a term reads from its knob's value.
    std::optional<int64_t> number(const KnobValue& value, const KnobDefinition& definition,
                                  std::optional<int64_t> position) const;
    /// At a point with these values of terms(), in their order.
    bool holds(std::span<const std::optional<int64_t>> termValues) const
    {
        return m_expression.evaluate(termValues).value_or(0) != 0;
    }
    /// The conditions that it joins by "and".
    std::vector<Expression::Part> parts() const { return m_expression.parts(); }
    const std::string& text() const { return m_expression.text(); }

private:
    Expression m_expression;
    Sizes m_sizes;
};

/// The number that `knob[position]` stands for in an expression: a size of a split (position 0 is the real quotient), an
/// option's number, a truth value as 0 or 1. nullopt when there is none.
std::optional<int64_t> numberIn(const KnobValue& value, const KnobDefinition& definition, std::optional<int64_t> position);

} // namespace knobscope
