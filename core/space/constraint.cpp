// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/constraint.h"

#include <fmt/ranges.h>

namespace knobscope {

namespace {

std::optional<int64_t> element(const std::vector<int64_t>& values, int64_t position)
{
    const auto count = static_cast<int64_t>(values.size());
    const int64_t at = position < 0 ? count + position : position;
    return at < 0 || at >= count ? std::nullopt : std::optional(values[static_cast<size_t>(at)]);
}

std::optional<int64_t> splitNumber(const SplitEntity& split, const SplitKnob& knob, int64_t position)
{
    const auto size = element(split.sizes, position);
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
        return position ? element(reorder->order, *position) : std::nullopt;
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        return position && annotate->isAnchors ? element(annotate->anchors, *position) : std::nullopt;
    }
    const OtherValue& other = std::get<OtherEntity>(value).value;
    if (const auto* number = std::get_if<int64_t>(&other)) {
        return *number;
    }
    const auto* truth = std::get_if<bool>(&other);
    return truth ? std::optional<int64_t>(*truth ? 1 : 0) : std::nullopt;
}

bool Constraint::holds(const Values& values) const
{
    if (const auto* expression = std::get_if<Expression>(&m_rule)) {
        const auto result = expression->evaluate([&](const std::string& name, std::optional<int64_t> position) {
            const KnobDefinition* definition = nullptr;
            const KnobValue* value = values(name, definition);
            return value && definition ? numberIn(*value, *definition, position) : std::nullopt;
        });
        return result && *result != 0;
    }
    std::vector<std::optional<int64_t>> numbers;
    for (const MultiFilter::Term& term : std::get<MultiFilter>(m_rule).terms) {
        const KnobDefinition* definition = nullptr;
        const KnobValue* value = values(term.knob, definition);
        numbers.push_back(value && definition ? number(*value, *definition, term.position) : std::nullopt);
    }
    return holds(numbers);
}

std::vector<ExpressionTerm> Constraint::terms() const
{
    if (const auto* expression = std::get_if<Expression>(&m_rule)) {
        return expression->terms();
    }
    std::vector<ExpressionTerm> terms;
    for (const MultiFilter::Term& term : std::get<MultiFilter>(m_rule).terms) {
        terms.push_back({term.knob, term.position, 1});
    }
    return terms;
}

std::optional<int64_t> Constraint::number(const KnobValue& value, const KnobDefinition& definition,
                                          std::optional<int64_t> position) const
{
    const auto* split = std::get_if<SplitEntity>(&value);
    const bool asEnumerated = split && std::holds_alternative<MultiFilter>(m_rule);
    return asEnumerated ? element(split->sizes, position.value_or(0)) : numberIn(value, definition, position);
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

std::set<std::string> Constraint::knobs() const
{
    if (const auto* expression = std::get_if<Expression>(&m_rule)) {
        return expression->knobs();
    }
    std::set<std::string> names;
    for (const MultiFilter::Term& term : std::get<MultiFilter>(m_rule).terms) {
        names.insert(term.knob);
    }
    return names;
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
