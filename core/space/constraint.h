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
    /// Interpretation of a split's sizes: the effective numbers, or, as in AutoTVM's multi_filter, the entity as enumerated, in
    /// which -1 stays -1.
    enum class Sizes : uint8_t { Effective, Literal };
    explicit Constraint(Expression expression, Sizes sizes = Sizes::Effective)
        : m_expression(std::move(expression))
        , m_sizes(sizes)
    {
    }

    /// The numbers that the condition reads.
    const std::vector<ExpressionTerm>& terms() const { return m_expression.terms(); }
    /// The number that a term reads from its knob's value.
    std::optional<int64_t> number(const KnobValue& value, const KnobDefinition& definition,
                                  std::optional<int64_t> position) const;
    /// Evaluates the condition; termValues are in the order of terms().
    bool holds(std::span<const std::optional<int64_t>> termValues) const
    {
        return m_expression.evaluate(termValues).value_or(0) != 0;
    }
    /// The conditions that are joined by "and".
    std::vector<Expression::Part> parts() const { return m_expression.parts(); }
    const std::string& text() const { return m_expression.text(); }

private:
    Expression m_expression;
    Sizes m_sizes;
};

/// The number of `knob[position]` in an expression: a size of a split (position 0 is the real quotient), an option's number, or a
/// boolean as 0 or 1. nullopt if there is none.
std::optional<int64_t> numberIn(const KnobValue& value, const KnobDefinition& definition, std::optional<int64_t> position);

} // namespace knobscope
