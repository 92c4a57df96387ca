// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/text.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace knobscope {

/// Reads the expressions of one line, from left to right. Errors name the column.
class LineReader
{
public:
    LineReader(std::string_view text, size_t line, size_t column)
        : m_text(text)
        , m_line(line)
        , m_firstColumn(column)
    {
    }

    TextPlace place();
    bool isAtEnd();
    /// Skips the token if it is next.
    bool accept(std::string_view token);
    /// "yo", "C.y"; fails if there is none. `what` names it in the error.
    Result<std::string> word(const Sentence& what);
    Result<TextExpression> expression();
    /// Expressions separated by commas, at least one.
    Result<std::vector<TextExpression>> list();
    /// Fails unless the line is at its end.
    Result<void> end();
    Error unexpected(const Sentence& wanted);

private:
    Result<TextExpression> level(size_t precedence);
    Result<TextExpression> unary();
    Result<TextExpression> primary();
    Result<TextExpression> number();
    Result<TextExpression> quoted();
    Result<std::vector<TextExpression>> arguments(std::string_view closing);
    Result<TextExpression> argument();
    void skipBlanks();
    bool startsWord() const;

    std::string_view m_text;
    size_t m_line;
    size_t m_firstColumn;
    size_t m_at = 0;
    int m_depth = 0;
    int m_nodes = 0;
};

/// The integer value of an expression of numbers, names and + - * / %; / rounds towards minus infinity. `valueOf` gives the value
/// of a Word or of an Element, or fails. Fails for overflows and divisions by zero.
Result<int64_t> integerOf(const TextExpression& e, const std::function<Result<int64_t>(const TextExpression&)>& valueOf);

} // namespace knobscope
