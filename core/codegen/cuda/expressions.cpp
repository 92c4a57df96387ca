// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/expressions.h"

#include "core/ir/simplify.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace knobscope {

using ir::BinaryOp;
using ir::DataType;
using ir::Expr;

namespace {

// C's operator precedence: a higher number binds tighter.
constexpr int kTernaryLevel = 1;
constexpr int kUnaryLevel = 9;
constexpr std::array<int, 16> kLevels{7, 7, 8, 8, 8, 8, 10, 10, 5, 5, 6, 6, 6, 6, 3, 2};
constexpr std::array<const char*, 16> kSymbols{"+",  "-",  "*", "/",  "/", "%",  "",   "",
                                               "==", "!=", "<", "<=", ">", ">=", "&&", "||"};

bool isNarrowInteger(DataType type)
{
    return type.isInteger() && type.bits < 32;
}

} // namespace

std::string cudaTypeName(DataType type)
{
    switch (type.code) {
    case ir::TypeCode::Bool: return "bool";
    case ir::TypeCode::BFloat: return "bfloat16";
    case ir::TypeCode::TFloat: return "float";
    case ir::TypeCode::Float: return type.bits == 64 ? "double" : type.bits == 16 ? "half" : "float";
    case ir::TypeCode::Int:
        return type.bits == 64 ? "long long" : type.bits == 16 ? "short" : type.bits == 8 ? "signed char" : "int";
    case ir::TypeCode::UInt:
        return type.bits == 64 ? "unsigned long long"
             : type.bits == 16 ? "unsigned short"
             : type.bits == 8  ? "unsigned char"
                               : "unsigned int";
    }
    return "void";
}

void CudaExpressions::requireType(DataType type)
{
    m_used.half = m_used.half || type == ir::float16;
    m_used.bfloat16 = m_used.bfloat16 || type == ir::bfloat16;
}

std::string CudaExpressions::literal(double value, DataType type) const
{
    if (!type.isFloat()) {
        return fmt::format("{}", static_cast<int64_t>(value));
    }
    const bool isDouble = type.bits == 64;
    std::string text;
    if (std::isnan(value)) {
        text = isDouble ? "__longlong_as_double(0x7ff8000000000000ll)" : "__int_as_float(0x7fc00000)";
    } else if (std::isinf(value)) {
        const std::string infinity = isDouble ? "__longlong_as_double(0x7ff0000000000000ll)" : "__int_as_float(0x7f800000)";
        text = value < 0 ? "-" + infinity : infinity;
    } else {
        text = isDouble ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
        text += text.find_first_of(".e") == std::string::npos ? ".0" : "";
        text += isDouble ? "" : "f";
    }
    return type.bits == 16 ? fmt::format("{}({})", cudaTypeName(type), text) : text;
}

std::string CudaExpressions::write(const Expr& e, int outer)
{
    if (const auto known = m_replaced.find(e.id()); known != m_replaced.end()) {
        return known->second;
    }
    requireType(e.type());
    if (const auto* n = e.as<ir::IntImm>()) {
        if (n->type.isBool()) {
            return n->value != 0 ? "true" : "false";
        }
        const bool isLong = n->value > std::numeric_limits<int32_t>::max() || n->value < std::numeric_limits<int32_t>::min();
        const std::string digits = fmt::format("{}{}", n->value, isLong ? "ll" : "");
        return n->value < 0 && outer > 0 ? "(" + digits + ")" : digits;
    }
    if (const auto* n = e.as<ir::FloatImm>()) {
        const std::string digits = literal(n->value, n->type);
        return digits.front() == '-' && outer > 0 ? "(" + digits + ")" : digits;
    }
    if (const auto* n = e.as<ir::VarRef>()) {
        const auto range = m_ranges.find(n->var);
        return range && range->isPoint() ? std::to_string(range->min) : m_names.nameOf(n->var.id());
    }
    if (const auto* n = e.as<ir::Binary>()) {
        return binary(*n, e, outer);
    }
    if (const auto* n = e.as<ir::Not>()) {
        return "!" + write(n->a, kUnaryLevel);
    }
    if (const auto* n = e.as<ir::Select>()) {
        const Expr condition = ir::simplify(n->condition, m_ranges);
        if (ir::isTrue(condition) || ir::isFalse(condition)) {
            return write(ir::isTrue(condition) ? n->whenTrue : n->whenFalse, outer);
        }
        std::string out = write(condition, kTernaryLevel + 1) + " ? ";
        out += write(n->whenTrue, kTernaryLevel + 1) + " : ";
        out += write(n->whenFalse, kTernaryLevel);
        return outer > kTernaryLevel ? "(" + out + ")" : out;
    }
    if (const auto* n = e.as<ir::Cast>()) {
        return cast(*n);
    }
    if (const auto* n = e.as<ir::Call>()) {
        const std::string value = write(n->value, 0);
        return n->function == ir::Function::Gelu ? fmt::format("(({0}) * normcdff({0}))", value)
                                                 : fmt::format("{}f({})", ir::nameOf(n->function), value);
    }
    if (const auto* n = e.as<ir::LetRef>()) {
        return m_names.nameOf(n->var.id());
    }
    if (const auto* n = e.as<ir::Let>()) {
        return let(*n);
    }
    const auto* n = e.as<ir::Load>();
    return n ? element(*n->buffer, n->indices) : std::string("0 /* no value */");
}

/// A lambda called at once: the only block that C++ allows within an expression.
std::string CudaExpressions::let(const ir::Let& n)
{
    m_names.openScope();
    std::string out = "[&] { ";
    for (const ir::LetBinding& binding : n.bindings) {
        const std::string value = write(binding.value);
        const std::string name = m_names.declare(binding.var.id(), binding.var.name());
        out += fmt::format("const {} {} = {}; ", cudaTypeName(binding.value.type()), name, value);
    }
    out += fmt::format("return {}; }}()", write(n.body));
    m_names.closeScope();
    return out;
}

std::string CudaExpressions::cast(const ir::Cast& n)
{
    const std::string name = cudaTypeName(n.type);
    if (n.type == ir::tfloat32 && n.value.type() != ir::tfloat32) {
        m_used.tfloat32 = true;
        return fmt::format("rounded_to_tf32({})", write(n.value));
    }
    if (n.value.type() == ir::tfloat32 && n.type == ir::float32) {
        return write(n.value, kUnaryLevel);
    }
    if (n.type.isBool()) {
        return "(" + write(n.value, kLevels[static_cast<size_t>(BinaryOp::Ne)] + 1) + " != 0)";
    }
    return name.find(' ') == std::string::npos ? fmt::format("{}({})", name, write(n.value))
                                               : fmt::format("({}){}", name, write(n.value, kUnaryLevel));
}

std::string CudaExpressions::function(const char* name, const ir::Binary& n)
{
    std::string out = std::string(name) + "(" + write(n.a) + ", ";
    out += write(n.b);
    return out + ")";
}

std::string CudaExpressions::binary(const ir::Binary& n, const Expr& whole, int outer)
{
    const DataType type = n.a.type();
    if (whole.type() == ir::indexType && n.op != BinaryOp::Div && !m_isCanonical) {
        // Sums of loop variables in canonical form; there, anything with a load in it is an atom.
        return canonical(ir::toExpr(ir::toAffine(whole, m_ranges)), outer);
    }
    switch (n.op) {
    case BinaryOp::Min: return function(type == ir::float32 ? "fminf" : type == ir::float64 ? "fmin" : "min", n);
    case BinaryOp::Max: return function(type == ir::float32 ? "fmaxf" : type == ir::float64 ? "fmax" : "max", n);
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: {
        const auto bounds = ir::boundsOf(n.a, m_ranges);
        if (!bounds || bounds->min < 0) {
            const bool isDivision = n.op == BinaryOp::FloorDiv;
            (isDivision ? m_used.floorDiv : m_used.floorMod) = true;
            return function(isDivision ? "floor_div" : "floor_mod", n);
        }
        break;
    }
    default: break;
    }
    const auto op = static_cast<size_t>(n.op);
    const int own = kLevels[op];
    // Rounding depends on the order of float sums, so the right side keeps its parentheses.
    const bool compares = n.op >= BinaryOp::Eq && n.op <= BinaryOp::Ge;
    const bool keepsOrder = type.isFloat() || n.op == BinaryOp::Sub || own == 8 || compares;
    std::string out = write(n.a, own) + " " + kSymbols[op] + " ";
    out += write(n.b, keepsOrder ? own + 1 : own);
    if (n.op == BinaryOp::FloorDiv || n.op == BinaryOp::FloorMod) {
        if (const auto known = m_named.find(out); known != m_named.end()) {
            return known->second;
        }
        if (out.find('[') == std::string::npos) {
            ++m_divisions[out]; // those that read memory get no name: they stay behind their condition
        }
    }
    if (isNarrowInteger(whole.type())) {
        return fmt::format("({})({})", cudaTypeName(whole.type()), out); // C computes in int
    }
    return own < outer ? "(" + out + ")" : out;
}

std::string CudaExpressions::asyncCopy(int64_t bytes, const std::string& to, const std::string& from, const Expr& condition)
{
    m_used.asyncCopy = true;
    const std::string only = condition.isNull() ? "" : ", " + write(condition);
    return fmt::format("copy_async<{}>(&{}, &{}{});", bytes, to, from, only);
}

std::string CudaExpressions::canonical(const Expr& e, int outer)
{
    const bool before = std::exchange(m_isCanonical, true);
    std::string out = write(e, outer);
    m_isCanonical = before;
    return out;
}

std::string CudaExpressions::element(const ir::BufferNode& buffer, const std::vector<Expr>& indices)
{
    requireType(buffer.type);
    const std::string& name = m_names.nameOf(&buffer);
    return m_scalars.contains(&buffer) ? name : fmt::format("{}[{}]", name, index(flatten(buffer, indices)));
}

} // namespace knobscope
