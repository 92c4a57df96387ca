// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/expressions.h"

#include "core/base/numbertext.h"

#include <array>
#include <cctype>
#include <cmath>

namespace knobscope {

namespace {

constexpr int kMaxDepth = 64;   // deeper nesting could exhaust the stack
constexpr int kMaxNodes = 1000; // of one line

/// Operators by precedence, lowest first; a longer token comes before its prefix.
const std::array<std::vector<std::string_view>, 5>& operators()
{
    static const std::array<std::vector<std::string_view>, 5> all{
        std::vector<std::string_view>{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}};
    return all;
}

bool isWordStart(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool isWordPart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

int64_t floorDivided(int64_t a, int64_t b)
{
    const int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

} // namespace

void LineReader::skipBlanks()
{
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
        ++m_at;
    }
}

TextPlace LineReader::place()
{
    skipBlanks();
    return {m_line, m_firstColumn + m_at};
}

bool LineReader::isAtEnd()
{
    skipBlanks();
    return m_at == m_text.size();
}

bool LineReader::accept(std::string_view token)
{
    skipBlanks();
    if (m_text.substr(m_at, token.size()) != token) {
        return false;
    }
    const size_t end = m_at + token.size();
    if (isWordStart(token[0]) && end < m_text.size() && isWordPart(m_text[end])) {
        return false;
    }
    m_at = end;
    return true;
}

Error LineReader::unexpected(const Sentence& wanted)
{
    const TextPlace at = place();
    const std::string found(m_text.substr(m_at, 1));
    return errorAt(at, ErrorCode::Parse,
                   isAtEnd() ? phrase("the line ends too early; {} is missing", wanted)
                             : phrase("here must be {}, not '{}'", wanted, found));
}

Result<void> LineReader::end()
{
    return isAtEnd() ? Result<void>() : tl::make_unexpected(unexpected(phrase("the end of the line")));
}

bool LineReader::startsWord() const
{
    return m_at < m_text.size() && isWordStart(m_text[m_at]);
}

Result<std::string> LineReader::word(const Sentence& what)
{
    skipBlanks();
    if (!startsWord()) {
        return tl::make_unexpected(unexpected(what));
    }
    const size_t first = m_at;
    while (m_at < m_text.size()
           && (isWordPart(m_text[m_at]) || (m_text[m_at] == '.' && m_at + 1 < m_text.size() && isWordPart(m_text[m_at + 1])))) {
        ++m_at;
    }
    return std::string(m_text.substr(first, m_at - first));
}

Result<std::vector<TextExpression>> LineReader::list()
{
    std::vector<TextExpression> all;
    do {
        all.push_back(TRY(expression()));
    } while (accept(","));
    return all;
}

Result<TextExpression> LineReader::expression()
{
    return level(0);
}

Result<TextExpression> LineReader::level(size_t precedence)
{
    if (precedence == operators().size()) {
        return unary();
    }
    TextExpression left = TRY(level(precedence + 1));
    for (int length = 0;; ++length) {
        const TextPlace at = place();
        std::string_view op;
        for (const std::string_view candidate : operators()[precedence]) {
            if (accept(candidate)) {
                op = candidate;
                break;
            }
        }
        if (op.empty()) {
            return left;
        }
        if (length == kMaxDepth) { // a chain nests as deeply as it is long
            return tl::make_unexpected(
                errorAt(at, ErrorCode::LimitExceeded,
                        phrase("more than {} operations in a row; write parts of it in lines of their own", kMaxDepth)));
        }
        TextExpression right = TRY(level(precedence + 1));
        TextExpression both{TextExpression::Kind::Operation, std::string(op)};
        both.place = left.place;
        both.parts.push_back(std::move(left));
        both.parts.push_back(std::move(right));
        left = std::move(both);
    }
}

Result<TextExpression> LineReader::unary()
{
    const TextPlace at = place();
    if (++m_depth > kMaxDepth || ++m_nodes > kMaxNodes) {
        return tl::make_unexpected(errorAt(at, ErrorCode::LimitExceeded,
                                           phrase("the line nests too deeply, or is too long; write it in several lines")));
    }
    const bool minus = accept("-");
    if (!minus && !accept("!")) {
        auto value = primary();
        --m_depth;
        return value;
    }
    TextExpression operand = TRY(unary());
    --m_depth;
    if (minus && operand.kind == TextExpression::Kind::Number) {
        operand.number = -operand.number;
        operand.place = at;
        return operand;
    }
    TextExpression out{TextExpression::Kind::Operation, minus ? "neg" : "!"};
    out.place = at;
    out.parts.push_back(std::move(operand));
    return out;
}

Result<TextExpression> LineReader::number()
{
    TextExpression out;
    out.place = place();
    size_t end = m_at;
    bool isInteger = true;
    while (end < m_text.size()) {
        const char c = m_text[end];
        const bool isSign = (c == '-' || c == '+') && end > m_at && (m_text[end - 1] == 'e' || m_text[end - 1] == 'E');
        if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.' && c != 'e' && c != 'E' && !isSign) {
            break;
        }
        isInteger = isInteger && std::isdigit(static_cast<unsigned char>(c));
        ++end;
    }
    const auto value = parseNumber<double>(m_text.substr(m_at, end - m_at));
    constexpr double most = 1e15; // exact in a double
    if (!value || !std::isfinite(*value) || (isInteger && *value > most)) {
        return tl::make_unexpected(errorAt(out.place, ErrorCode::Parse,
                                           phrase("'{}' is not a number, or is too large", m_text.substr(m_at, end - m_at))));
    }
    m_at = end;
    out.number = *value;
    out.isInteger = isInteger;
    return out;
}

Result<TextExpression> LineReader::quoted()
{
    TextExpression out{TextExpression::Kind::Text};
    out.place = place();
    const char quote = m_text[m_at];
    const size_t closing = m_text.find(quote, m_at + 1);
    if (closing == std::string_view::npos) {
        return tl::make_unexpected(errorAt(out.place, ErrorCode::Parse, phrase("the closing quote is missing")));
    }
    out.text = m_text.substr(m_at + 1, closing - m_at - 1);
    m_at = closing + 1;
    return out;
}

/// "factor=8" or an expression.
Result<TextExpression> LineReader::argument()
{
    skipBlanks();
    const size_t before = m_at;
    if (startsWord()) {
        const TextPlace at = place();
        const std::string name = TRY(word({}));
        skipBlanks();
        const bool isKeyword = m_text.substr(m_at, 1) == "=" && m_text.substr(m_at, 2) != "==";
        if (isKeyword) {
            ++m_at;
            TextExpression value = TRY(expression());
            value.keyword = name;
            value.place = at;
            return value;
        }
        m_at = before;
    }
    return expression();
}

Result<std::vector<TextExpression>> LineReader::arguments(std::string_view closing)
{
    std::vector<TextExpression> all;
    if (accept(closing)) {
        return all;
    }
    do {
        all.push_back(TRY(argument()));
    } while (accept(","));
    if (!accept(closing)) {
        return tl::make_unexpected(unexpected(phrase("',' or '{}'", closing)));
    }
    return all;
}

Result<TextExpression> LineReader::primary()
{
    TextExpression out;
    out.place = place();
    if (accept("(")) {
        auto inner = TRY(expression());
        if (!accept(")")) {
            return tl::make_unexpected(unexpected(phrase("')'")));
        }
        return inner;
    }
    if (accept("[")) {
        out.kind = TextExpression::Kind::List;
        out.parts = TRY(arguments("]"));
        return out;
    }
    if (m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\'')) {
        return quoted();
    }
    if (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
        return number();
    }
    out.text = TRY(word(phrase("a number, a name or '('")));
    out.kind = TextExpression::Kind::Word;
    if (accept("(")) {
        out.kind = TextExpression::Kind::Call;
        out.parts = TRY(arguments(")"));
    } else if (accept("[")) {
        out.kind = TextExpression::Kind::Element;
        out.parts = TRY(arguments("]"));
    }
    return out;
}

Result<int64_t> integerOf(const TextExpression& e, const std::function<Result<int64_t>(const TextExpression&)>& valueOf)
{
    const auto refuse = [&](const Sentence& why) {
        return tl::make_unexpected(errorAt(e.place, ErrorCode::InvalidArgument, why));
    };
    switch (e.kind) {
    case TextExpression::Kind::Number:
        if (!e.isInteger) {
            return refuse(phrase("a whole number is needed here, not {}", e.number));
        }
        return static_cast<int64_t>(e.number);
    case TextExpression::Kind::Word:
    case TextExpression::Kind::Element: return valueOf(e);
    case TextExpression::Kind::Operation: break;
    default: return refuse(phrase("a whole number is needed here"));
    }
    const int64_t a = TRY(integerOf(e.parts[0], valueOf));
    const int64_t b = e.parts.size() < 2 ? 0 : TRY(integerOf(e.parts[1], valueOf));
    int64_t out = 0;
    bool overflows = false;
    if (e.text == "neg") {
        overflows = __builtin_sub_overflow(int64_t{0}, a, &out);
    } else if (e.text == "+") {
        overflows = __builtin_add_overflow(a, b, &out);
    } else if (e.text == "-") {
        overflows = __builtin_sub_overflow(a, b, &out);
    } else if (e.text == "*") {
        overflows = __builtin_mul_overflow(a, b, &out);
    } else if (e.text == "/" || e.text == "%") {
        if (b == 0) {
            return refuse(phrase("division by zero; the divisor must be at least 1"));
        }
        overflows = b == -1;
        out = overflows ? 0 : e.text == "/" ? floorDivided(a, b) : a - b * floorDivided(a, b);
    } else {
        return refuse(phrase("'{}' is not possible in a number; use + - * / %", e.text));
    }
    return overflows ? Result<int64_t>(refuse(phrase("the number is too large"))) : Result<int64_t>(out);
}

} // namespace knobscope
