// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A number that a condition reads: `knob` or `knob[position]`.
struct ExpressionTerm {
    std::string knob;
    std::optional<int64_t> position;
    size_t column = 1; ///< where it is first written, from 1
};

/// A parsed condition between knobs: integers, `knob`, `knob[position]`, + - * / %, comparisons, && || ! (also and, or, not),
/// parentheses. Division rounds towards zero; dividing by zero makes the condition false. At most a thousand operands.
class Expression
{
public:
    /// Errors name the column, counted from 1; `errorColumn` gets it too.
    static Result<Expression> parse(std::string_view text, size_t* errorColumn = nullptr);
    /// That the sum, or the product, of these numbers is at most so much. Their knobs may have names that cannot be written in a
    /// condition; there must be one of them, and no more than a condition has.
    static Result<Expression> atMost(const std::vector<ExpressionTerm>& terms, bool isProduct, int64_t most);

    const std::string& text() const { return m_text; }
    /// The numbers that it reads, each once, in the order written.
    const std::vector<ExpressionTerm>& terms() const { return m_terms; }
    /// From the values of terms(), in their order. nullopt where a value is missing, overflows, or is divided by zero.
    std::optional<int64_t> evaluate(std::span<const std::optional<int64_t>> termValues) const;

    struct Part;
    /// The conditions that "and" joins in it, all of which have to hold; itself where it joins none.
    std::vector<Part> parts() const;

    struct Node;

private:
    std::string m_text;
    std::shared_ptr<const Node> m_root;
    std::vector<ExpressionTerm> m_terms;
};

/// One of several conditions.
struct Expression::Part {
    Expression condition; ///< from the values of all terms of the whole
    std::vector<size_t> reads; ///< which of them matter to it
};

} // namespace knobscope
