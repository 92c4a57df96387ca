// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/expressioncheck.h"

namespace knobscope {

namespace {

/// Number of positions of the knob's values; 0 if the value is a single number, -1 if it holds no numbers.
int64_t positionsOf(const Knob& knob)
{
    if (knob.size() == 0) {
        return -1;
    }
    const KnobValue& value = knob.at(0);
    if (const auto* split = std::get_if<SplitEntity>(&value)) {
        return static_cast<int64_t>(split->sizes.size());
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&value)) {
        return static_cast<int64_t>(reorder->order.size());
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&value)) {
        return annotate->isAnchors ? static_cast<int64_t>(annotate->anchors.size()) : -1;
    }
    return numberIn(value, knob.definition(), std::nullopt) ? 0 : -1;
}

std::optional<Sentence> sentenceOn(const ExpressionTerm& term, const ConfigSpace& space)
{
    const Knob* knob = space.find(term.knob);
    if (!knob) {
        return phrase("this space has no knob {}", term.knob);
    }
    const int64_t positions = positionsOf(*knob);
    if (positions < 0) {
        return phrase("the values of {} are not numbers", term.knob);
    }
    if (positions > 0 && !term.position) {
        return phrase("{} has {} parts; write {}[0] to {}[{}]", term.knob, positions, term.knob, term.knob, positions - 1);
    }
    const int64_t at = term.position.value_or(0);
    if (positions > 0 && (at >= positions || at < -positions)) {
        return phrase("{} has the parts 0 to {}, not {}", term.knob, positions - 1, at);
    }
    return {};
}

} // namespace

std::optional<ExpressionProblem> checkExpression(std::string_view text, const ConfigSpace& space)
{
    size_t column = 1;
    const auto parsed = Expression::parse(text, &column);
    if (!parsed) {
        return ExpressionProblem{column, 1, parsed.error().arguments.back()}; // the last argument of "column {}: {}"
    }
    for (const ExpressionTerm& term : parsed->terms()) {
        if (auto sentence = sentenceOn(term, space)) {
            return ExpressionProblem{term.column, term.knob.size(), std::move(*sentence)};
        }
    }
    if (parsed->terms().empty()) {
        return ExpressionProblem{1, std::max<size_t>(1, text.size()),
                                 phrase("it names no knob, so it is the same for every point")};
    }
    return std::nullopt;
}

std::vector<std::string> readableTerms(const ConfigSpace& space)
{
    std::vector<std::string> out;
    for (const Knob& knob : space.knobs()) {
        const int64_t positions = positionsOf(knob);
        if (positions == 0) {
            out.push_back(knob.name());
        }
        for (int64_t i = 0; i < positions; ++i) {
            out.push_back(fmt::format("{}[{}]", knob.name(), i));
        }
        if (positions > 0) {
            out.push_back(knob.name() + "[-1]");
        }
    }
    return out;
}

} // namespace knobscope
