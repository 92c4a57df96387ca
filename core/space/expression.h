// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

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
    size_t column = 1; ///< column of its first occurrence, from 1
};

/// A parsed condition between knobs: integers, `knob`, `knob[position]`, + - * / %, comparisons, && || ! (also and, or, not),
/// parentheses. Division rounds towards zero; dividing by zero makes the condition false. At most a thousand operands.
class Expression
{
public:
    /// Errors name the column, counted from 1; `errorColumn` receives it too.
    static Result<Expression> parse(std::string_view text, size_t* errorColumn = nullptr);
    /// The condition that the sum, or the product, of these numbers is at most `most`. Their knobs may have names that conditions
    /// cannot express; there must be at least one term, and no more than a condition allows.
    static Result<Expression> atMost(const std::vector<ExpressionTerm>& terms, bool isProduct, int64_t most);

    const std::string& text() const { return m_text; }
    /// The numbers that it reads, without duplicates, in the order of occurrence.
    const std::vector<ExpressionTerm>& terms() const { return m_terms; }
    /// Evaluates it; termValues are in the order of terms(). nullopt if a value is missing, overflows or is divided by zero.
    std::optional<int64_t> evaluate(std::span<const std::optional<int64_t>> termValues) const;

    struct Part;
    /// The conditions joined by "and", all of which must hold; the expression itself if there is no "and".
    std::vector<Part> parts() const;

    struct Node;

private:
    std::string m_text;
    std::shared_ptr<const Node> m_root;
    std::vector<ExpressionTerm> m_terms;
};

/// One of several joined conditions.
struct Expression::Part {
    Expression condition; ///< takes the values of all terms of the whole
    std::vector<size_t> reads; ///< indexes of the terms that it reads
};

} // namespace knobscope
