// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one real number.
#include "core/ir/expr.h"

#include <cmath>

namespace knobscope::ir {

namespace {

Expr call(Function function, const Expr& value)
{
    return Expr(std::make_shared<const ExprNode>(ExprNode{Call{function, value}, value.type()}));
}

} // namespace

Expr exp(const Expr& value)
{
    return call(Function::Exp, value);
}

Expr sqrt(const Expr& value)
{
    return call(Function::Sqrt, value);
}

Expr abs(const Expr& value)
{
    return call(Function::Abs, value);
}

Expr expm1(const Expr& value)
{
    return call(Function::Expm1, value);
}

Expr tanh(const Expr& value)
{
    return call(Function::Tanh, value);
}

Expr erf(const Expr& value)
{
    return call(Function::Erf, value);
}

Expr gelu(const Expr& value)
{
    return call(Function::Gelu, value);
}

const char* nameOf(Function function)
{
    switch (function) {
    case Function::Exp: return "exp";
    case Function::Sqrt: return "sqrt";
    case Function::Abs: return "fabs";
    case Function::Expm1: return "expm1";
    case Function::Tanh: return "tanh";
    case Function::Erf: return "erf";
    case Function::Gelu: return "gelu";
    }
    return "";
}

double evaluate(Function function, double x)
{
    switch (function) {
    case Function::Exp: return std::exp(x);
    case Function::Sqrt: return std::sqrt(x);
    case Function::Abs: return std::fabs(x);
    case Function::Expm1: return std::expm1(x);
    case Function::Tanh: return std::tanh(x);
    case Function::Erf: return std::erf(x);
    case Function::Gelu: return x / 2 * std::erfc(-x / std::sqrt(2.0));
    }
    return x;
}

double minimum(double a, double b)
{
    return std::isnan(a) || a < b ? a : b;
}

double maximum(double a, double b)
{
    return std::isnan(a) || a > b ? a : b;
}

} // namespace knobscope::ir
