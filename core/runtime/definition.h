// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// The element of a float32 value at indices along its axes, whatever its layout.
using Element = std::function<ir::Expr(std::span<const ir::Expr> at)>;

/// An operator as expressions, for a kernel to be made of.
struct Definition {
    Element element; ///< of the output; where it folds, a reduction (of float32, or float64 if it is long), and the output is …
    std::function<ir::Expr(const ir::Expr& folded, std::span<const ir::Expr> at)> finish; ///< … this of it; null: the same.
                                                                                          ///< Rounded to float32
    bool folds = false;
};

/// What a node of float32 computes; nothing where expressions cannot say it (logarithms, gathers, …): the operator's own
/// definition computes it then. `inputs` are null where left out. May throw a Refusal, as the operators do.
std::optional<Definition> define(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);

/// One element of an element-wise node's output from those of its inputs (null where left out); nothing where expressions cannot
/// say it.
std::optional<ir::Expr> elementWise(const OperatorCall& call, const std::vector<ir::Expr>& inputs);

// What define() knows, a kind of operator each; nothing for other operators, and for what no expression says.

/// Sums of more terms are accumulated in float64. In float32 each addition rounds by up to 2^-24 of the sum so far, all in one
/// direction where terms are alike: 1 % of a million equal terms, less than 3e-6 of these. Products of an inner product are
/// rarely alike, and float64 halves the rate of its multiply-adds.
inline constexpr int64_t kLongestSum = 256;
inline constexpr int64_t kLongestProductSum = 1024;

/// The sum of a float32 term over axes: float64 where there are more than `longest` terms.
ir::Expr longSum(const ir::Expr& term, std::vector<ir::IterVar> axes, int64_t longest = kLongestSum);

/// A sum of products, and behind it the bias of each channel where the operator has one as its third input.
Definition withChannelBias(Element sum, const std::vector<Element>& inputs);

/// Sums, means, largest numbers … over some axes: ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceSumSquare, ReduceL2, and
/// pools over whole images.
std::optional<Definition> definedByReducing(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// ConvTranspose without dilation: each element of the output gathers the windows that reach it.
std::optional<Definition> definedBySpreading(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// Resize, linear between two elements along each axis, where scales are ratios of the extents.
std::optional<Definition> definedByResampling(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// Operators whose output consists of elements of their inputs: Concat, Transpose, Gather of one place or of places in even
/// steps, and Slice, Pad (with a constant) and Resize (to the nearest) where each axis goes by even steps or repeats each element
/// as often.
std::optional<Definition> definedByMoving(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);

} // namespace knobscope
