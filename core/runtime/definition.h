// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/ir/tensor.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// The element of a float32 value at indices along its axes, whatever its layout.
using Element = std::function<ir::Expr(std::span<const ir::Expr> at)>;

/// An operator as expressions, for a kernel to be made of.
struct Definition {
    Element element; ///< of the output; where it folds, a reduction, and the output is …
    std::function<ir::Expr(const ir::Expr& folded, std::span<const ir::Expr> at)> finish; ///< … this of it; null: the same
    bool folds = false;
};

/// What a node of float32 computes; nothing where expressions cannot say it (logarithms, gathers, …): the operator's own
/// definition computes it then. `inputs` are null where left out. May throw a Refusal, as the operators do.
std::optional<Definition> define(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);

/// One element of an element-wise node's output from those of its inputs (null where left out); nothing where expressions cannot
/// say it.
std::optional<ir::Expr> elementWise(const OperatorCall& call, const std::vector<ir::Expr>& inputs);

} // namespace knobscope
