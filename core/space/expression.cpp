// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/expression.h"

#include <array>
#include <cctype>
#include <vector>

namespace knobscope {

struct Expression::Node {
    enum class Kind : uint8_t { Number, Knob, Unary, Binary };
    Kind kind = Kind::Number;
    int64_t number = 0;
    std::string name; ///< knob's name, or the operator
    std::optional<int64_t> position;
    size_t term = 0;  ///< Knob: which of Expression::terms()
    std::shared_ptr<const Node> left;
    std::shared_ptr<const Node> right;
};

namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;

constexpr int maxDepth = 200; // deeper nesting would exhaust the stack before it means anything

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Result<NodePointer> run()
    {
        NodePointer root = binary(0);
        skipBlanks();
        if (m_error.empty() && m_at < m_text.size()) {
            refuse(fmt::format("'{}' is not expected here", m_text[m_at]));
        }
        if (!m_error.empty()) {
            return fail(ErrorCode::Parse, "column {}: {}", m_errorAt + 1, m_error);
        }
        return root;
    }

    size_t errorColumn() const { return m_errorAt + 1; }
    std::vector<ExpressionTerm> takeTerms() { return std::move(m_terms); }

private:
    using Level = std::vector<std::string_view>;
    static const std::array<Level, 5>& levels()
    {
        static const std::array<Level, 5> all{Level{"||", "or"}, Level{"&&", "and"}, Level{"==", "!=", "<=", ">=", "<", ">"},
                                              Level{"+", "-"}, Level{"*", "/", "%"}};
        return all;
    }

    NodePointer refuse(const std::string& sentence)
    {
        if (m_error.empty()) {
            m_error = sentence;
            m_errorAt = m_at;
        }
        return nullptr;
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at]))) {
            ++m_at;
        }
    }

    static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

    bool accept(std::string_view token)
    {
        skipBlanks();
        if (m_text.substr(m_at, token.size()) != token) {
            return false;
        }
        const size_t end = m_at + token.size();
        if (isWord(token[0]) && end < m_text.size() && isWord(m_text[end])) {
            return false; // "order" does not begin with the operator "or"
        }
        m_at = end;
        return true;
    }

    NodePointer binary(size_t level)
    {
        if (level == levels().size()) {
            return unary();
        }
        NodePointer left = binary(level + 1);
        while (m_error.empty()) {
            std::string_view found;
            for (const std::string_view token : levels()[level]) {
                if (accept(token)) {
                    found = token;
                    break;
                }
            }
            if (found.empty()) {
                break;
            }
            NodePointer right = binary(level + 1);
            const std::string name = found == "or" ? "||" : found == "and" ? "&&" : std::string(found);
            left = std::make_shared<Node>(Node{Node::Kind::Binary, 0, name, std::nullopt, 0, left, right});
        }
        return left;
    }

    NodePointer unary()
    {
        if (++m_depth > maxDepth) {
            return refuse("nested too deeply");
        }
        NodePointer out;
        skipBlanks();
        const bool isNotEqual = m_text.substr(m_at, 2) == "!=";
        if ((!isNotEqual && accept("!")) || accept("not")) {
            out = std::make_shared<Node>(Node{Node::Kind::Unary, 0, "!", std::nullopt, 0, unary(), nullptr});
        } else if (accept("-")) {
            out = std::make_shared<Node>(Node{Node::Kind::Unary, 0, "-", std::nullopt, 0, unary(), nullptr});
        } else {
            out = primary();
        }
        --m_depth;
        return out;
    }

    NodePointer primary()
    {
        skipBlanks();
        if (m_at >= m_text.size()) {
            return refuse("a number, a knob or '(' is missing");
        }
        if (accept("(")) {
            NodePointer inside = binary(0);
            if (m_error.empty() && !accept(")")) {
                return refuse("')' is missing");
            }
            return inside;
        }
        if (std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
            return std::make_shared<Node>(Node{Node::Kind::Number, number(), {}, std::nullopt, 0, nullptr, nullptr});
        }
        if (!isWord(m_text[m_at])) {
            return refuse(fmt::format("'{}' is not expected here", m_text[m_at]));
        }
        return knob();
    }

    int64_t number()
    {
        int64_t value = 0;
        while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, m_text[m_at] - '0', &value)) {
                refuse("the number is too large");
                return 0;
            }
            ++m_at;
        }
        return value;
    }

    NodePointer knob()
    {
        const size_t begin = m_at;
        while (m_at < m_text.size() && isWord(m_text[m_at])) {
            ++m_at;
        }
        Node node;
        node.kind = Node::Kind::Knob;
        node.name = std::string(m_text.substr(begin, m_at - begin));
        if (accept("[")) {
            const bool negative = accept("-");
            skipBlanks();
            if (m_at >= m_text.size() || !std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
                return refuse("a position (0, 1, … or -1 for the last) is missing");
            }
            const int64_t position = number();
            node.position = negative ? -position : position;
            if (!accept("]")) {
                return refuse("']' is missing");
            }
        }
        node.term = termOf(node, begin + 1);
        return std::make_shared<Node>(std::move(node));
    }

    size_t termOf(const Node& node, size_t column)
    {
        for (size_t i = 0; i < m_terms.size(); ++i) {
            if (m_terms[i].knob == node.name && m_terms[i].position == node.position) {
                return i;
            }
        }
        m_terms.push_back({node.name, node.position, column});
        return m_terms.size() - 1;
    }

    std::string_view m_text;
    std::vector<ExpressionTerm> m_terms;
    size_t m_at = 0;
    int m_depth = 0;
    std::string m_error;
    size_t m_errorAt = 0;
};

/// `read` gives the number of a Knob node.
template<class Read>
std::optional<int64_t> evaluate(const Node& node, const Read& read);

template<class Read>
std::optional<int64_t> evaluateBinary(const Node& node, const Read& read)
{
    const auto a = evaluate(*node.left, read);
    if (node.name == "&&" && a == 0) {
        return 0;
    }
    if (node.name == "||" && a && *a != 0) {
        return 1;
    }
    const auto b = evaluate(*node.right, read);
    if (!a || !b) {
        return std::nullopt;
    }
    int64_t out = 0;
    if (node.name == "+") {
        return __builtin_add_overflow(*a, *b, &out) ? std::nullopt : std::optional(out);
    }
    if (node.name == "-") {
        return __builtin_sub_overflow(*a, *b, &out) ? std::nullopt : std::optional(out);
    }
    if (node.name == "*") {
        return __builtin_mul_overflow(*a, *b, &out) ? std::nullopt : std::optional(out);
    }
    if (node.name == "/" || node.name == "%") {
        if (*b == 0 || *b == -1) {
            return *b == 0 ? std::nullopt : std::optional(node.name == "/" ? (*a == INT64_MIN ? *a : -*a) : int64_t{0});
        }
        return node.name == "/" ? *a / *b : *a % *b;
    }
    const bool truth = node.name == "==" ? *a == *b
                     : node.name == "!=" ? *a != *b
                     : node.name == "<=" ? *a <= *b
                     : node.name == ">=" ? *a >= *b
                     : node.name == "<"  ? *a < *b
                     : node.name == ">"  ? *a > *b
                                         : *b != 0; // && and || whose left side did not decide
    return truth ? 1 : 0;
}

template<class Read>
std::optional<int64_t> evaluate(const Node& node, const Read& read)
{
    switch (node.kind) {
    case Node::Kind::Number: return node.number;
    case Node::Kind::Knob: return read(node);
    case Node::Kind::Unary: {
        const auto a = evaluate(*node.left, read);
        if (!a) {
            return std::nullopt;
        }
        return node.name == "!" ? std::optional<int64_t>(*a == 0) : *a == INT64_MIN ? std::nullopt : std::optional(-*a);
    }
    case Node::Kind::Binary: return evaluateBinary(node, read);
    }
    return std::nullopt;
}

} // namespace

Result<Expression> Expression::parse(std::string_view text, size_t* errorColumn)
{
    Parser parser(text);
    const auto root = parser.run();
    if (!root) {
        if (errorColumn) {
            *errorColumn = parser.errorColumn();
        }
        return fail(root);
    }
    Expression out;
    out.m_text = std::string(text);
    out.m_root = *root;
    out.m_terms = parser.takeTerms();
    for (const ExpressionTerm& term : out.m_terms) {
        out.m_knobs.insert(term.knob);
    }
    return out;
}

std::optional<int64_t> Expression::evaluate(const Lookup& lookup) const
{
    return knobscope::evaluate(*m_root, [&](const Node& node) { return lookup(node.name, node.position); });
}

std::optional<int64_t> Expression::evaluate(std::span<const std::optional<int64_t>> termValues) const
{
    return knobscope::evaluate(*m_root, [&](const Node& node) { return termValues[node.term]; });
}

} // namespace knobscope
