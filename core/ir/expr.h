// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace knobscope::ir {

struct ExprNode;
struct TensorNode;
struct BufferNode;

/// A loop or axis variable. Two Vars are the same variable if they share the node; names are only for display.
class Var
{
public:
    Var() = default;
    explicit Var(std::string name);

    const std::string& name() const { return m_node->name; }
    bool isNull() const { return !m_node; }
    /// Identity, for maps and sets.
    const void* id() const { return m_node.get(); }

    friend bool operator==(const Var& a, const Var& b) { return a.m_node == b.m_node; }
    /// Orders by name, then by creation order: the same order in every process.
    friend std::strong_ordering operator<=>(const Var& a, const Var& b);

private:
    struct Node {
        std::string name;
        uint64_t number = 0; ///< counts the variables of this process
    };
    std::shared_ptr<const Node> m_node;
};

enum class BinaryOp : uint8_t { Add, Sub, Mul, Div, FloorDiv, FloorMod, Min, Max, Eq, Ne, Lt, Le, Gt, Ge, And, Or };
class Expr;

/// Integer and boolean constants fold on construction: 2 + 3 is 5, x * 1 is x, true && c is c. Results wrap around in narrow
/// types, as in kernels. Overflows of 64 bits and divisions by zero are not folded.
Expr binary(BinaryOp op, const Expr& a, const Expr& b);

/// An immutable scalar expression. Cheap to copy: it is one shared pointer.
class Expr
{
public:
    Expr() = default;
    Expr(int value);          // NOLINT(google-explicit-constructor): literals read as in the formula
    Expr(int64_t value);      // NOLINT(google-explicit-constructor)
    Expr(const Var& var);     // NOLINT(google-explicit-constructor)
    explicit Expr(std::shared_ptr<const ExprNode> node)
        : m_node(std::move(node))
    {
    }

    bool isNull() const { return !m_node; }
    const ExprNode& node() const { return *m_node; }
    const void* id() const { return m_node.get(); }
    DataType type() const;

    /// The node as an alternative of ExprNode::Kind, or null: `if (auto* load = e.as<Load>())`.
    template<class T>
    const T* as() const;

    friend Expr operator+(const Expr& a, const Expr& b) { return binary(BinaryOp::Add, a, b); }
    friend Expr operator-(const Expr& a, const Expr& b) { return binary(BinaryOp::Sub, a, b); }
    friend Expr operator*(const Expr& a, const Expr& b) { return binary(BinaryOp::Mul, a, b); }
    friend Expr operator/(const Expr& a, const Expr& b) { return binary(BinaryOp::Div, a, b); }
    friend Expr operator<(const Expr& a, const Expr& b) { return binary(BinaryOp::Lt, a, b); }
    friend Expr operator<=(const Expr& a, const Expr& b) { return binary(BinaryOp::Le, a, b); }
    friend Expr operator>(const Expr& a, const Expr& b) { return binary(BinaryOp::Gt, a, b); }
    friend Expr operator>=(const Expr& a, const Expr& b) { return binary(BinaryOp::Ge, a, b); }
    friend Expr operator==(const Expr& a, const Expr& b) { return binary(BinaryOp::Eq, a, b); }
    friend Expr operator&&(const Expr& a, const Expr& b) { return binary(BinaryOp::And, a, b); }
    friend Expr operator||(const Expr& a, const Expr& b) { return binary(BinaryOp::Or, a, b); }

private:
    std::shared_ptr<const ExprNode> m_node;
};

struct IntImm {
    int64_t value = 0;
    DataType type = indexType;
};
struct FloatImm {
    double value = 0;
    DataType type = float32;
};
struct VarRef {
    Var var;
};
/// Comparisons and And/Or yield bool; the others keep the operands' common type. FloorDiv/FloorMod round towards minus infinity
/// and are for indices only; Div is the element division. Min and Max of floats return NaN if an operand is NaN (IEEE 754's
/// minimum and maximum, except for the sign of zero); GPU kernels may return the other operand.
struct Binary {
    BinaryOp op = BinaryOp::Add;
    Expr a;
    Expr b;
};
struct Not {
    Expr a;
};
/// Evaluates only the chosen side, so a select may guard a read that would be out of bounds. If the condition compares floats,
/// both sides may be evaluated: such a select guards nothing.
struct Select {
    Expr condition;
    Expr whenTrue;
    Expr whenFalse;
};
struct Cast {
    DataType type;
    Expr value;
};
enum class Function : uint8_t { Exp, Sqrt, Abs, Expm1, Tanh, Erf, Gelu };
/// A function of one real number.
struct Call {
    Function function = Function::Exp;
    Expr value;
};
/// An element of a tensor, in operators and schedules.
struct TensorRead {
    std::shared_ptr<const TensorNode> tensor;
    std::vector<Expr> indices;
};
/// An element of a buffer, in loop nests.
struct Load {
    std::shared_ptr<const BufferNode> buffer;
    std::vector<Expr> indices;
};

enum class IterKind : uint8_t { Spatial, Reduce };

/// A variable that runs over [0, extent).
struct IterVar {
    Var var;
    int64_t extent = 0;
    IterKind kind = IterKind::Spatial;

    friend bool operator==(const IterVar& a, const IterVar& b) { return a.var == b.var; }
};

enum class ReduceOp : uint8_t { Sum, Max };

/// Folds `source` over `axes`, starting from the identity of `op`. Legal only as the whole body of a compute.
struct Reduce {
    ReduceOp op = ReduceOp::Sum;
    Expr source;
    std::vector<IterVar> axes;
};

/// Reference to a value bound by a Let. An element, never an index: no loop runs over it.
struct LetRef {
    Var var;
};
struct LetBinding {
    Var var;
    Expr value;
};
/// `body` with names for values that it uses more than once. Each value is computed once, in order, even if `body` does not read
/// it, and may refer to earlier ones. A variable is bound in one place of an expression.
struct Let {
    std::vector<LetBinding> bindings;
    Expr body;
};

struct ExprNode {
    using Kind = std::variant<IntImm, FloatImm, VarRef, Binary, Not, Select, Cast, Call, TensorRead, Load, Reduce, LetRef, Let>;
    Kind kind;
    DataType type;
};

template<class T>
const T* Expr::as() const
{
    return m_node ? std::get_if<T>(&m_node->kind) : nullptr;
}

/// A constant of a given element type: 0.0 as float32, 0 as int8, … Converted to an integer type, a number is truncated and
/// saturates; NaN becomes 0.
Expr constant(double value, DataType type);
Expr operator!(const Expr& a);
Expr floorDiv(const Expr& a, const Expr& b);
Expr floorMod(const Expr& a, const Expr& b);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr select(const Expr& condition, const Expr& whenTrue, const Expr& whenFalse);
/// Folds literals: a real number converts as in constant(), an integer keeps its lowest bits.
Expr cast(DataType type, const Expr& value);
// Functions of one real number. CPU kernels compute them for all of float32 to within 4 ulp, including subnormal
// arguments and results; exp(-inf) is 0, exp(inf) is inf, and NaN stays NaN. GPU kernels call CUDA's functions. For float64, all
// but exp, sqrt and abs are computed in float32.
Expr exp(const Expr& value);
Expr sqrt(const Expr& value);
Expr abs(const Expr& value);
/// exp(x) - 1 without cancellation near 0.
Expr expm1(const Expr& value);
Expr tanh(const Expr& value);
Expr erf(const Expr& value);
/// x times the normal distribution function at x: x / 2 * erfc(-x / sqrt 2). NaN at -inf, like that product.
Expr gelu(const Expr& value);
/// "exp", "sqrt", …: the C name without a suffix; "gelu" has none.
const char* nameOf(Function function);
/// The function in double precision.
double evaluate(Function function, double x);
/// a or b, whichever is smaller (larger); NaN if either is NaN.
double minimum(double a, double b);
double maximum(double a, double b);
Expr load(const std::shared_ptr<const BufferNode>& buffer, std::vector<Expr> indices);
Expr reduce(ReduceOp op, const Expr& source, std::vector<IterVar> axes);
Expr sum(const Expr& source, std::vector<IterVar> axes);
Expr maxReduce(const Expr& source, std::vector<IterVar> axes);
Expr trueExpr();
Expr letRef(const Var& var, DataType type);
/// Returns `body` itself if there are no bindings.
Expr let(std::vector<LetBinding> bindings, const Expr& body);

/// The initial value of a reduction: 0 for a sum, the lowest value of the type for a maximum.
Expr reduceIdentity(ReduceOp op, DataType type);
/// One step of a reduction: accumulator (+) value.
Expr reduceCombine(ReduceOp op, const Expr& accumulator, const Expr& value);

/// The value of an integer or boolean literal; nullopt for other expressions.
std::optional<int64_t> asInt(const Expr& e);
bool isTrue(const Expr& e);
bool isFalse(const Expr& e);
/// Whether `e` is a literal 0 of any type.
bool isZero(const Expr& e);
/// Whether `e` is exactly this variable.
bool isVar(const Expr& e, const Var& var);
bool isComparison(BinaryOp op);
/// Whether a condition is one comparison of two floats.
bool comparesFloats(const Expr& condition);

/// Same shape, same variables, same constants.
bool structurallyEqual(const Expr& a, const Expr& b);
/// Compares element by element; lists of different lengths are not equal.
bool structurallyEqual(const std::vector<Expr>& a, const std::vector<Expr>& b);
/// Orders expressions by structure, variables and constants; the same order in every process.
std::strong_ordering structuralOrder(const Expr& a, const Expr& b);

} // namespace knobscope::ir
