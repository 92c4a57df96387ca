// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/constraint.h"

#include <fmt/ranges.h>

namespace knobscope {

namespace {

std::optional<int64_t> splitNumber(const SplitEntity& split, const SplitKnob& knob, int64_t position)
{
    const auto size = elementAt(split.sizes, position);
    if (size != -1) {
        return size;
    }
    int64_t inside = 1;
    for (const int64_t s : split.sizes) {
        if (s != -1 && __builtin_mul_overflow(inside, s, &inside)) {
            return std::nullopt;
        }
    }
    return inside < 1 ? std::nullopt : std::optional((knob.extent - 1) / inside + 1);
}

} // namespace

std::optional<int64_t> numberIn(const KnobValue& value, const KnobDefinition& definition, std::optional<int64_t> position)
{
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        const auto* knob = std::get_if<SplitKnob>(&definition);
        return knob && position ? splitNumber(*split, *knob, *position) : std::nullopt;
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        return position ? elementAt(reorder->order, *position) : std::nullopt;
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        return position && annotate->isAnchors ? elementAt(annotate->anchors, *position) : std::nullopt;
    }
    const OtherValue& other = std::get<OtherEntity>(value).value;
    if (const auto* number = std::get_if<int64_t>(&other)) {
        return *number;
    }
    const auto* truth = std::get_if<bool>(&other);
    return truth ? std::optional<int64_t>(*truth ? 1 : 0) : std::nullopt;
}

Constraint::Constraint(Expression expression)
    : m_terms(expression.terms())
    , m_rule(std::move(expression))
{
}

Constraint::Constraint(MultiFilter filter)
{
    for (const MultiFilter::Term& term : filter.terms) {
        m_terms.push_back({term.knob, term.position, 1});
    }
    m_rule = std::move(filter);
}

std::optional<int64_t> Constraint::number(const KnobValue& value, const KnobDefinition& definition,
                                          std::optional<int64_t> position) const
{
    const auto* split = std::get_if<SplitEntity>(&value);
    const bool asEnumerated = split && std::holds_alternative<MultiFilter>(m_rule);
    return asEnumerated ? elementAt(split->sizes, position.value_or(0)) : numberIn(value, definition, position);
}

bool Constraint::holds(std::span<const std::optional<int64_t>> termValues) const
{
    if (const auto* expression = std::get_if<Expression>(&m_rule)) {
        const auto result = expression->evaluate(termValues);
        return result && *result != 0;
    }
    const auto& filter = std::get<MultiFilter>(m_rule);
    int64_t total = filter.op == MultiFilter::Op::SumLe ? 0 : 1;
    for (const auto& number : termValues) {
        if (!number
            || (filter.op == MultiFilter::Op::SumLe ? __builtin_add_overflow(total, *number, &total)
                                                    : __builtin_mul_overflow(total, *number, &total))) {
            return false;
        }
    }
    return total <= filter.value;
}

std::string Constraint::text() const
{
    if (const auto* expression = std::get_if<Expression>(&m_rule)) {
        return expression->text();
    }
    const auto& filter = std::get<MultiFilter>(m_rule);
    std::vector<std::string> terms;
    for (const MultiFilter::Term& term : filter.terms) {
        terms.push_back(fmt::format("{}[{}]", term.knob, term.position));
    }
    return fmt::format("{} <= {}", fmt::join(terms, filter.op == MultiFilter::Op::SumLe ? " + " : " * "), filter.value);
}

} // namespace knobscope
