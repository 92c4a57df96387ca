// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/expr.h"

#include "core/ir/integerdivision.h"
#include "core/ir/loopnest.h"
#include "core/ir/tensor.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace knobscope::ir {

namespace {

Expr make(ExprNode::Kind kind, DataType type)
{
    return Expr(std::make_shared<const ExprNode>(ExprNode{std::move(kind), type}));
}

/// The value truncated to the type's width, as two's complement.
int64_t wrapped(int64_t value, DataType type)
{
    constexpr int most = 64;
    if (type.isBool()) {
        return value != 0 ? 1 : 0;
    }
    if (type.bits >= most) {
        return value;
    }
    const int unused = most - type.bits;
    const uint64_t upper = static_cast<uint64_t>(value) << unused;
    return type.code == TypeCode::UInt ? static_cast<int64_t>(upper >> unused) : static_cast<int64_t>(upper) >> unused;
}

Expr intImm(int64_t value, DataType type)
{
    return make(IntImm{wrapped(value, type), type}, type);
}

/// Converts a real number to an integer: truncates, saturates to the type's range, and maps NaN to 0.
int64_t nearestInteger(double value, DataType type)
{
    if (type.isBool()) {
        return value == 0 ? 0 : 1;
    }
    const bool isUnsigned = type.code == TypeCode::UInt;
    const double end = std::ldexp(1.0, isUnsigned ? type.bits : type.bits - 1);
    const double low = isUnsigned ? 0 : -end;
    if (std::isnan(value) || value <= low) {
        return std::isnan(value) ? 0 : static_cast<int64_t>(low);
    }
    if (value >= end) {
        return isUnsigned ? wrapped(-1, type) : std::numeric_limits<int64_t>::max() >> (64 - type.bits);
    }
    return isUnsigned ? static_cast<int64_t>(static_cast<uint64_t>(value)) : static_cast<int64_t>(value);
}

Expr boolImm(bool value)
{
    return intImm(value ? 1 : 0, boolean);
}

/// Integer arithmetic on literals; nullopt where it would overflow or divide by zero.
std::optional<int64_t> fold(BinaryOp op, int64_t a, int64_t b)
{
    int64_t r = 0;
    const bool hasQuotient = b != 0 && !(b == -1 && a == std::numeric_limits<int64_t>::min());
    switch (op) {
    case BinaryOp::Add: return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case BinaryOp::Sub: return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case BinaryOp::Mul: return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case BinaryOp::Div: return hasQuotient ? std::optional(a / b) : std::nullopt;
    case BinaryOp::FloorDiv: return hasQuotient ? std::optional(floorDivide(a, b)) : std::nullopt;
    case BinaryOp::FloorMod: return b == 0 ? std::nullopt : std::optional(floorModulo(a, b));
    case BinaryOp::Min: return std::min(a, b);
    case BinaryOp::Max: return std::max(a, b);
    case BinaryOp::Eq: return a == b;
    case BinaryOp::Ne: return a != b;
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    case BinaryOp::And: return (a != 0) && (b != 0);
    case BinaryOp::Or: return (a != 0) || (b != 0);
    }
    return std::nullopt;
}

/// x + 0, x * 1, true && c, … ; null when nothing applies.
Expr foldIdentity(BinaryOp op, const Expr& a, const Expr& b)
{
    const std::optional<int64_t> left = asInt(a);
    const std::optional<int64_t> right = asInt(b);
    switch (op) {
    case BinaryOp::Add: return left == 0 ? b : right == 0 ? a : Expr();
    case BinaryOp::Sub: return right == 0 ? a : Expr();
    case BinaryOp::Mul: return left == 1 || right == 0 ? b : right == 1 || left == 0 ? a : Expr();
    case BinaryOp::FloorDiv: return right == 1 || left == 0 ? a : Expr();
    case BinaryOp::FloorMod: return right == 1 ? intImm(0, a.type()) : Expr();
    case BinaryOp::And: return left == 1 || right == 0 ? b : right == 1 || left == 0 ? a : Expr();
    case BinaryOp::Or: return left == 0 || right == 1 ? b : right == 0 || left == 1 ? a : Expr();
    default: return {};
    }
}

/// The fields that must be equal for two nodes of one kind to be equal, types excluded.
struct PartsOf {
    auto operator()(const IntImm& n) const { return std::tie(n.value); }
    auto operator()(const FloatImm& n) const { return std::tie(n.value); }
    auto operator()(const VarRef& n) const { return std::tie(n.var); }
    auto operator()(const Binary& n) const { return std::tie(n.op, n.a, n.b); }
    auto operator()(const Not& n) const { return std::tie(n.a); }
    auto operator()(const Select& n) const { return std::tie(n.condition, n.whenTrue, n.whenFalse); }
    auto operator()(const Cast& n) const { return std::tie(n.value); }
    auto operator()(const Call& n) const { return std::tie(n.function, n.value); }
    auto operator()(const TensorRead& n) const { return std::tie(n.tensor, n.indices); }
    auto operator()(const Load& n) const { return std::tie(n.buffer, n.indices); }
    auto operator()(const Reduce& n) const { return std::tie(n.op, n.axes, n.source); }
    auto operator()(const LetRef& n) const { return std::tie(n.var); }
    auto operator()(const Let& n) const { return std::tie(n.bindings, n.body); }
};

struct EqualTo {
    const ExprNode::Kind& other;
    template<class Node>
    bool operator()(const Node& node) const
    {
        const auto own = PartsOf()(node);
        const auto others = PartsOf()(std::get<Node>(other));
        return [&]<size_t... I>(std::index_sequence<I...>) {
            return (isSame(std::get<I>(own), std::get<I>(others)) && ...);
        }(std::make_index_sequence<std::tuple_size_v<decltype(own)>>());
    }
    static bool isSame(const Expr& a, const Expr& b) { return structurallyEqual(a, b); }
    static bool isSame(const std::vector<Expr>& a, const std::vector<Expr>& b) { return structurallyEqual(a, b); }
    static bool isSame(const std::vector<LetBinding>& a, const std::vector<LetBinding>& b)
    {
        return std::ranges::equal(
            a, b, [](const LetBinding& x, const LetBinding& y) { return x.var == y.var && structurallyEqual(x.value, y.value); });
    }
    static bool isSame(const auto& a, const auto& b) { return a == b; }
};

/// Order of two nodes of one kind by their own fields, children excluded.
struct OrderOf {
    const ExprNode::Kind& other;
    std::strong_ordering operator()(const IntImm& a) const { return a.value <=> std::get<IntImm>(other).value; }
    std::strong_ordering operator()(const FloatImm& a) const
    {
        return std::strong_order(a.value, std::get<FloatImm>(other).value);
    }
    std::strong_ordering operator()(const VarRef& a) const { return a.var <=> std::get<VarRef>(other).var; }
    std::strong_ordering operator()(const Binary& a) const { return a.op <=> std::get<Binary>(other).op; }
    std::strong_ordering operator()(const Call& a) const { return a.function <=> std::get<Call>(other).function; }
    std::strong_ordering operator()(const TensorRead& a) const
    {
        return a.tensor->name <=> std::get<TensorRead>(other).tensor->name;
    }
    std::strong_ordering operator()(const LetRef& a) const { return a.var <=> std::get<LetRef>(other).var; }
    std::strong_ordering operator()(const Load& a) const { return a.buffer->name <=> std::get<Load>(other).buffer->name; }
    std::strong_ordering operator()(const auto&) const { return std::strong_ordering::equal; }
};

std::vector<Expr> childrenOf(const Expr& e)
{
    std::vector<Expr> out;
    forEachChild(e, [&](const Expr& child) { out.push_back(child); });
    return out;
}

} // namespace

Var::Var(std::string name)
{
    static std::atomic<uint64_t> count{0};
    m_node = std::make_shared<const Node>(Node{std::move(name), ++count});
}

std::strong_ordering operator<=>(const Var& a, const Var& b)
{
    return std::tie(a.m_node->name, a.m_node->number) <=> std::tie(b.m_node->name, b.m_node->number);
}

Expr::Expr(int value)
    : Expr(static_cast<int64_t>(value))
{
}
Expr::Expr(int64_t value)
    : Expr(intImm(value, indexType))
{
}
Expr::Expr(const Var& var)
    : Expr(make(VarRef{var}, indexType))
{
}

DataType Expr::type() const
{
    return m_node->type;
}

Expr constant(double value, DataType type)
{
    return type.isFloat() ? make(FloatImm{value, type}, type) : intImm(nearestInteger(value, type), type);
}

Expr binary(BinaryOp op, const Expr& a, const Expr& b)
{
    if (!a.type().isFloat()) {
        const std::optional<int64_t> left = asInt(a);
        const std::optional<int64_t> right = asInt(b);
        const DataType type = isComparison(op) ? boolean : a.type();
        if (left && right) {
            if (const auto folded = fold(op, *left, *right)) {
                return intImm(*folded, type);
            }
        }
        if (Expr same = foldIdentity(op, a, b); !same.isNull()) {
            return same;
        }
    }
    return make(Binary{op, a, b}, isComparison(op) ? boolean : a.type());
}

Expr floorDiv(const Expr& a, const Expr& b)
{
    return binary(BinaryOp::FloorDiv, a, b);
}
Expr floorMod(const Expr& a, const Expr& b)
{
    return binary(BinaryOp::FloorMod, a, b);
}
Expr min(const Expr& a, const Expr& b)
{
    return binary(BinaryOp::Min, a, b);
}
Expr max(const Expr& a, const Expr& b)
{
    return binary(BinaryOp::Max, a, b);
}

Expr operator!(const Expr& a)
{
    if (const auto value = asInt(a)) {
        return boolImm(*value == 0);
    }
    return make(Not{a}, boolean);
}

Expr select(const Expr& condition, const Expr& whenTrue, const Expr& whenFalse)
{
    if (const auto value = asInt(condition)) {
        return *value != 0 ? whenTrue : whenFalse;
    }
    return make(Select{condition, whenTrue, whenFalse}, whenTrue.type());
}

Expr cast(DataType type, const Expr& value)
{
    if (value.type() == type) {
        return value;
    }
    if (const auto* literal = value.as<FloatImm>()) {
        return constant(literal->value, type);
    }
    if (const auto literal = asInt(value)) {
        return type.isFloat() ? constant(static_cast<double>(*literal), type) : intImm(*literal, type);
    }
    return make(Cast{type, value}, type);
}

Expr load(const Buffer& buffer, std::vector<Expr> indices)
{
    const DataType type = buffer->type;
    return make(Load{buffer, std::move(indices)}, type);
}

Expr Tensor::operator()(std::vector<Expr> indices) const
{
    return make(TensorRead{m_node, std::move(indices)}, m_node->type);
}

Expr reduce(ReduceOp op, const Expr& source, std::vector<IterVar> axes)
{
    return make(Reduce{op, source, std::move(axes)}, source.type());
}

Expr sum(const Expr& source, std::vector<IterVar> axes)
{
    return reduce(ReduceOp::Sum, source, std::move(axes));
}

Expr maxReduce(const Expr& source, std::vector<IterVar> axes)
{
    return reduce(ReduceOp::Max, source, std::move(axes));
}

Expr trueExpr()
{
    return boolImm(true);
}

Expr letRef(const Var& var, DataType type)
{
    return make(LetRef{var}, type);
}

Expr let(std::vector<LetBinding> bindings, const Expr& body)
{
    return bindings.empty() ? body : make(Let{std::move(bindings), body}, body.type());
}

Expr reduceIdentity(ReduceOp op, DataType type)
{
    if (op == ReduceOp::Sum) {
        return constant(0, type);
    }
    if (type.isFloat()) {
        return constant(-std::numeric_limits<double>::infinity(), type);
    }
    return intImm(type.code == TypeCode::UInt ? 0 : -(int64_t{1} << (type.bits - 1)), type);
}

Expr reduceCombine(ReduceOp op, const Expr& accumulator, const Expr& value)
{
    return op == ReduceOp::Sum ? accumulator + value : max(accumulator, value);
}

std::optional<int64_t> asInt(const Expr& e)
{
    const auto* literal = e.as<IntImm>();
    return literal ? std::optional(literal->value) : std::nullopt;
}

bool isTrue(const Expr& e)
{
    return e.type().isBool() && asInt(e) == 1;
}

bool isFalse(const Expr& e)
{
    return e.type().isBool() && asInt(e) == 0;
}

bool isZero(const Expr& e)
{
    const auto* real = e.as<FloatImm>();
    return (real && real->value == 0) || asInt(e) == 0;
}

bool isVar(const Expr& e, const Var& var)
{
    const auto* ref = e.as<VarRef>();
    return ref && ref->var == var;
}

bool isComparison(BinaryOp op)
{
    return op >= BinaryOp::Eq;
}

bool comparesFloats(const Expr& condition)
{
    const auto* n = condition.as<Binary>();
    return n && isComparison(n->op) && n->a.type().isFloat();
}

bool structurallyEqual(const Expr& a, const Expr& b)
{
    if (a.id() == b.id()) {
        return true;
    }
    if (a.isNull() || b.isNull() || a.type() != b.type() || a.node().kind.index() != b.node().kind.index()) {
        return false;
    }
    return std::visit(EqualTo{b.node().kind}, a.node().kind);
}

bool structurallyEqual(const std::vector<Expr>& a, const std::vector<Expr>& b)
{
    return std::ranges::equal(a, b, [](const Expr& x, const Expr& y) { return structurallyEqual(x, y); });
}

std::strong_ordering structuralOrder(const Expr& a, const Expr& b)
{
    if (a.id() == b.id()) {
        return std::strong_ordering::equal;
    }
    auto order = a.node().kind.index() <=> b.node().kind.index();
    order = order == 0 ? std::visit(OrderOf{b.node().kind}, a.node().kind) : order;
    if (order != 0) {
        return order;
    }
    const std::vector<Expr> left = childrenOf(a);
    const std::vector<Expr> right = childrenOf(b);
    return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(), right.end(), structuralOrder);
}

} // namespace knobscope::ir
