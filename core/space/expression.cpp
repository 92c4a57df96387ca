// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/expression.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace knobscope {

struct Expression::Node {
    enum class Kind : uint8_t { Number, Knob, Not, Minus, Chain };
    enum class Op : uint8_t { Or, And, Equal, Unequal, AtMost, AtLeast, Below, Above, Plus, Minus, Times, Over, Modulo };
    struct Step;
    Kind kind = Kind::Number;
    int64_t number = 0;
    size_t term = 0;         ///< Knob: index into Expression::terms()
    std::vector<Step>
        steps; ///< Not, Minus: one operand; Chain: operands of one precedence, left to right, the first without operator
};

struct Expression::Node::Step {
    Op op = Op::Plus;
    Node operand;
};

namespace {

using Node = Expression::Node;
using NodeKind = Node::Kind;
using Op = Node::Op;

constexpr int kMaxDepth = 200;       // deeper nesting could exhaust the stack
constexpr size_t kMaxOperands = 1000; // people write about ten; each point of a space evaluates them

struct Operator {
    std::string_view token;
    Op op;
};

/// Ordered by precedence, lowest first; if one token is a prefix of another, the longer one comes first.
const std::array<std::vector<Operator>, 5>& levels()
{
    static const std::array<std::vector<Operator>, 5> all{
        std::vector<Operator>{{"||", Op::Or}, {"or", Op::Or}},
        {{"&&", Op::And}, {"and", Op::And}},
        {{"==", Op::Equal}, {"!=", Op::Unequal}, {"<=", Op::AtMost}, {">=", Op::AtLeast}, {"<", Op::Below}, {">", Op::Above}},
        {{"+", Op::Plus}, {"-", Op::Minus}},
        {{"*", Op::Times}, {"/", Op::Over}, {"%", Op::Modulo}}};
    return all;
}

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Result<Node> run()
    {
        Node root = binary(0);
        skipBlanks();
        if (!m_error && m_at < m_text.size()) {
            refuse(phrase("'{}' is not expected here", m_text[m_at]));
        }
        if (m_error) {
            return fail(ErrorCode::Parse, "column {}: {}", m_errorAt + 1, *m_error);
        }
        return root;
    }

    size_t errorColumn() const { return m_errorAt + 1; }
    std::vector<ExpressionTerm> takeTerms() { return std::move(m_terms); }

    Node knob(ExpressionTerm term)
    {
        Node node;
        node.kind = NodeKind::Knob;
        node.term = numberOf(std::move(term));
        return node;
    }

private:
    Node refuse(const Sentence& sentence)
    {
        if (!m_error) {
            m_error = sentence;
            m_errorAt = m_at;
        }
        return {};
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
            return false; // "order" does not start with the operator "or"
        }
        m_at = end;
        return true;
    }

    std::optional<Op> acceptOperator(size_t level)
    {
        for (const Operator& candidate : levels()[level]) {
            if (accept(candidate.token)) {
                return candidate.op;
            }
        }
        return std::nullopt;
    }

    /// A chain is one node however long, so that parsing and evaluating it does not recurse deeply.
    Node binary(size_t level)
    {
        if (level == levels().size()) {
            return unary();
        }
        Node first = binary(level + 1);
        const auto next = [&] { return m_error ? std::nullopt : acceptOperator(level); };
        auto op = next();
        if (!op) {
            return first;
        }
        Node chain;
        chain.kind = NodeKind::Chain;
        chain.steps.push_back({Op::Plus, std::move(first)});
        for (; op; op = next()) {
            chain.steps.push_back({*op, binary(level + 1)});
        }
        return chain;
    }

    Node unary()
    {
        if (++m_depth > kMaxDepth) {
            return refuse(phrase("it is nested too deeply"));
        }
        Node out;
        skipBlanks();
        const bool isNotEqual = m_text.substr(m_at, 2) == "!=";
        if ((!isNotEqual && accept("!")) || accept("not")) {
            out.kind = NodeKind::Not;
            out.steps.push_back({Op::Plus, unary()});
        } else if (accept("-")) {
            out.kind = NodeKind::Minus;
            out.steps.push_back({Op::Plus, unary()});
        } else {
            out = primary();
        }
        --m_depth;
        return out;
    }

    Node primary()
    {
        skipBlanks();
        if (m_at >= m_text.size()) {
            return refuse(phrase("a number, a knob or '(' is missing"));
        }
        if (accept("(")) {
            Node inside = binary(0);
            if (!m_error && !accept(")")) {
                return refuse(phrase("')' is missing"));
            }
            return inside;
        }
        if (++m_operands > kMaxOperands) {
            return refuse(phrase("a condition has at most {} numbers and knobs", kMaxOperands));
        }
        if (std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
            Node node;
            node.number = number();
            return node;
        }
        if (!isWord(m_text[m_at])) {
            return refuse(phrase("'{}' is not expected here", m_text[m_at]));
        }
        return knob();
    }

    int64_t number()
    {
        int64_t value = 0;
        while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, m_text[m_at] - '0', &value)) {
                refuse(phrase("the number is too large"));
                return 0;
            }
            ++m_at;
        }
        return value;
    }

    Node knob()
    {
        const size_t begin = m_at;
        while (m_at < m_text.size() && isWord(m_text[m_at])) {
            ++m_at;
        }
        ExpressionTerm term{std::string(m_text.substr(begin, m_at - begin)), std::nullopt, begin + 1};
        if (accept("[")) {
            const bool negative = accept("-");
            skipBlanks();
            if (m_at >= m_text.size() || !std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
                return refuse(phrase("a position (0, 1, … or -1 for the last) is missing"));
            }
            const int64_t position = number();
            term.position = negative ? -position : position;
            if (!accept("]")) {
                return refuse(phrase("']' is missing"));
            }
        }
        return knob(std::move(term));
    }

    size_t numberOf(ExpressionTerm term)
    {
        for (size_t i = 0; i < m_terms.size(); ++i) {
            if (m_terms[i].knob == term.knob && m_terms[i].position == term.position) {
                return i;
            }
        }
        m_terms.push_back(std::move(term));
        return m_terms.size() - 1;
    }

    std::string_view m_text;
    std::vector<ExpressionTerm> m_terms;
    size_t m_at = 0;
    int m_depth = 0;
    size_t m_operands = 0;
    std::optional<Sentence> m_error;
    size_t m_errorAt = 0;
};

std::optional<int64_t> combine(Op op, int64_t a, int64_t b)
{
    int64_t out = 0;
    switch (op) {
    case Op::Or: return a != 0 || b != 0 ? 1 : 0;
    case Op::And: return a != 0 && b != 0 ? 1 : 0;
    case Op::Equal: return a == b ? 1 : 0;
    case Op::Unequal: return a != b ? 1 : 0;
    case Op::AtMost: return a <= b ? 1 : 0;
    case Op::AtLeast: return a >= b ? 1 : 0;
    case Op::Below: return a < b ? 1 : 0;
    case Op::Above: return a > b ? 1 : 0;
    case Op::Plus: return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case Op::Minus: return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case Op::Times: return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
    case Op::Over: return b == 0 ? std::nullopt : b == -1 ? std::optional(a == INT64_MIN ? a : -a) : std::optional(a / b);
    case Op::Modulo: return b == 0 ? std::nullopt : b == -1 ? std::optional(int64_t{0}) : std::optional(a % b);
    }
    return std::nullopt;
}

std::optional<int64_t> evaluate(const Node& node, std::span<const std::optional<int64_t>> termValues)
{
    switch (node.kind) {
    case NodeKind::Number: return node.number;
    case NodeKind::Knob: return termValues[node.term];
    case NodeKind::Not: {
        const auto a = evaluate(node.steps.front().operand, termValues);
        return a ? std::optional<int64_t>(*a == 0) : std::nullopt;
    }
    case NodeKind::Minus: {
        const auto a = evaluate(node.steps.front().operand, termValues);
        return !a || *a == INT64_MIN ? std::nullopt : std::optional(-*a);
    }
    case NodeKind::Chain: break;
    }
    std::optional<int64_t> sum = evaluate(node.steps.front().operand, termValues);
    for (size_t i = 1; i < node.steps.size(); ++i) {
        const Op op = node.steps[i].op;
        const bool isDecided = (op == Op::And && sum == 0) || (op == Op::Or && sum && *sum != 0);
        const auto next = isDecided ? sum : evaluate(node.steps[i].operand, termValues);
        sum = sum && next ? combine(op, *sum, *next) : std::nullopt;
    }
    return sum;
}

/// Calls `visit` for each operand of the outermost "and"s.
template<class Visit>
void eachConjunct(const Node& node, const Visit& visit)
{
    const bool isJoined = node.kind == NodeKind::Chain
                       && std::all_of(node.steps.begin() + 1, node.steps.end(), [](const auto& s) { return s.op == Op::And; });
    if (!isJoined) {
        visit(node);
        return;
    }
    for (const Node::Step& step : node.steps) {
        eachConjunct(step.operand, visit);
    }
}

void collectTerms(const Node& node, std::set<size_t>& terms)
{
    if (node.kind == NodeKind::Knob) {
        terms.insert(node.term);
    }
    for (const Node::Step& step : node.steps) {
        collectTerms(step.operand, terms);
    }
}

} // namespace

Result<Expression> Expression::parse(std::string_view text, size_t* errorColumn)
{
    Parser parser(text);
    auto root = parser.run();
    if (!root) {
        if (errorColumn) {
            *errorColumn = parser.errorColumn();
        }
        return fail(root);
    }
    Expression out;
    out.m_text = std::string(text);
    out.m_root = std::make_shared<const Node>(std::move(*root));
    out.m_terms = parser.takeTerms();
    return out;
}

Result<Expression> Expression::atMost(const std::vector<ExpressionTerm>& terms, bool isProduct, int64_t most)
{
    if (terms.size() >= kMaxOperands) {
        return fail(ErrorCode::InvalidArgument, "a condition has at most {} numbers and knobs", kMaxOperands);
    }
    Parser parser("");
    Node all;
    all.kind = NodeKind::Chain;
    std::vector<std::string> operands;
    for (const ExpressionTerm& term : terms) {
        all.steps.push_back({isProduct ? Op::Times : Op::Plus, parser.knob(term)});
        operands.push_back(term.position ? fmt::format("{}[{}]", term.knob, *term.position) : term.knob);
    }
    Node limit;
    limit.number = most;
    Node root;
    root.kind = NodeKind::Chain;
    root.steps = {{Op::Plus, std::move(all)}, {Op::AtMost, std::move(limit)}};
    Expression out;
    out.m_text = fmt::format("{} <= {}", fmt::join(operands, isProduct ? " * " : " + "), most);
    out.m_root = std::make_shared<const Node>(std::move(root));
    out.m_terms = parser.takeTerms();
    return out;
}

std::optional<int64_t> Expression::evaluate(std::span<const std::optional<int64_t>> termValues) const
{
    return knobscope::evaluate(*m_root, termValues);
}

std::vector<Expression::Part> Expression::parts() const
{
    std::vector<Part> parts;
    eachConjunct(*m_root, [&](const Node& node) {
        Part part{*this, {}};
        part.condition.m_root = std::shared_ptr<const Node>(m_root, &node);
        std::set<size_t> terms;
        collectTerms(node, terms);
        part.reads.assign(terms.begin(), terms.end());
        parts.push_back(std::move(part));
    });
    return parts;
}

} // namespace knobscope
