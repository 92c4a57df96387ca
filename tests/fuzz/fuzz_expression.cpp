// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/expressioncheck.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

namespace {

/// A space with knobs of every kind; 6 x 4 x 2 x 3 configs.
const ConfigSpace& fewKnobs()
{
    static const ConfigSpace space = [] {
        ConfigSpace made;
        const auto define = [&](const char* name, KnobDefinition definition) {
            (void)made.define(Knob::make(name, std::move(definition)).value());
        };
        define("x", SplitKnob{32, 2});
        define("n", OtherKnob{{int64_t{-9'000'000'000}, int64_t{0}, int64_t{3}, int64_t{1} << 62}});
        define("b", OtherKnob{{false, true}});
        define("s", OtherKnob{{std::string("a"), 0.5, std::string("and")}});
        return made;
    }();
    return space;
}

/// Evaluates with large and with missing numbers; also for unknown knobs.
void evaluateAll(const Expression& expression)
{
    for (const int64_t seed : {int64_t{0}, int64_t{1}, int64_t{-7}, int64_t{1} << 62, INT64_MIN}) {
        std::vector<std::optional<int64_t>> values;
        for (const ExpressionTerm& term : expression.terms()) {
            const int64_t value = seed ^ static_cast<int64_t>(term.knob.size()) ^ term.position.value_or(0);
            values.push_back(term.knob.ends_with('_') ? std::nullopt : std::optional(value));
        }
        (void)expression.evaluate(values);
    }
}

} // namespace

/// Reads a condition: parses and evaluates it, checks it against a space, and adds it as a constraint.
void readExpressionText(std::string_view input)
{
    size_t column = 0;
    const auto expression = Expression::parse(input, &column);
    const auto problem = checkExpression(input, fewKnobs());
    if (!expression) {
        require(column >= 1 && column <= input.size() + 1, "An error outside of the text");
        require(problem.has_value(), "A text that is no expression, without a problem");
        return;
    }
    require(Expression::parse(expression->text()).has_value(), "Its own text is refused");
    for (const ExpressionTerm& term : expression->terms()) {
        require(input.substr(term.column - 1).starts_with(term.knob), "A term is not where it says");
    }
    evaluateAll(*expression);
    ConfigSpace space = fewKnobs();
    if (!space.constrain(Constraint(*expression)) || problem) {
        return;
    }
    int64_t valid = 0;
    for (int64_t index = 0; index < space.rangeLength(); ++index) {
        valid += space.isValid(index) ? 1 : 0;
        require(space.isValid(index) == space.violatedConstraint(index).empty(),
                "A config that is valid and breaks a constraint");
    }
    const SpaceCount count = space.validCount();
    require(count.low <= valid && valid <= count.high, expression->text() + ": is counted otherwise");
}

} // namespace knobscope::fuzz
