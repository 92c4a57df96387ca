// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/ir/tensor.h"
#include "core/runtime/layout.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// Returns the element of a float32 value at indices along its axes, in any layout.
using Element = std::function<ir::Expr(std::span<const ir::Expr> at)>;

/// An operator as expressions, to build a kernel from.
struct Definition {
    Element element; ///< of the output; if `folds`, a reduction (float32, or float64 if it is long)
    /// Turns the reduction's result into the output, which is rounded to float32; null: leaves it unchanged.
    std::function<ir::Expr(const ir::Expr& folded, std::span<const ir::Expr> at)> finish;
    bool folds = false;
    bool hasRows = false; ///< `element` takes indices in memory, and reads reductions of its rows (scheduleByRows)
    bool foldsRows = false; ///< the reduction's last axis is along adjacent elements (scheduleFoldedRows)
};

/// Returns the definition of a float32 node; nullopt if expressions cannot represent it (most logarithms, gathers, …), and the
/// operator's own code computes it then. `inputs` are null where absent, `layout` is the first one's. May throw an OperatorError,
/// as operators do.
std::optional<Definition> define(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output,
                                 ValueLayout layout = {});

/// Computes one output element of an element-wise node from those of its inputs (null where absent); nullopt if expressions
/// cannot represent it.
std::optional<ir::Expr> elementWise(const OperatorCall& call, const std::vector<ir::Expr>& inputs);

// Formulas of the operators between numbers and integers; null if a scale or zero point is computed or of an axis.
ir::Expr quantized(const OperatorCall& call, const ir::Expr& x);
ir::Expr dequantized(const OperatorCall& call, const ir::Expr& x);
ir::Expr withoutZeroPoint(const OperatorCall& call, const ir::Expr& x);

// Parts of define(), one for each kind of operator; return nullopt for other operators and for what expressions cannot represent.

/// Longest sums in float32; longer ones use float64. Each float32 addition rounds by up to 2^-24 of the partial sum, all in one
/// direction for equal terms: an error of 1 % for a million terms, below 3e-6 for these. Terms of inner products are rarely
/// equal, and float64 halves the rate of their multiply-adds.
inline constexpr int64_t kLongestSum = 256;
inline constexpr int64_t kLongestProductSum = 1024;
inline constexpr int64_t kLongestMatrixSum = 4096; ///< of products of two matrices, which templates sum in float32 at any length
inline constexpr int64_t kLongestRowSum = 4096; ///< of rows that are summed in 16 parts (scheduleByRows)

/// Sums a float32 term over axes, in float64 if there are more than `longest` terms.
ir::Expr longSum(const ir::Expr& term, std::vector<ir::IterVar> axes, int64_t longest = kLongestSum);

/// Adds the bias of each channel to a sum of products if the operator has one as its third input.
Definition withChannelBias(Element sum, const std::vector<Element>& inputs);

/// Reductions over axes: ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceSumSquare, ReduceL2, and global pools.
std::optional<Definition> defineReduction(const OperatorCall& call, const std::vector<Element>& inputs, ValueLayout layout);
/// Softmax and LogSoftmax along an axis, LayerNormalization of the last one, InstanceNormalization, LRN to usual powers.
std::optional<Definition> defineNormalization(const OperatorCall& call, const std::vector<Element>& inputs, ValueLayout layout);
/// ConvTranspose without dilation: each output element sums the windows that cover it.
std::optional<Definition> defineConvTranspose(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// Linear Resize along each axis, if scales are ratios of the extents.
std::optional<Definition> defineResize(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// The elements that a Gather copies along an axis: one index, or several in even steps.
struct EvenPlaces {
    size_t axis = 0;
    int64_t first = 0, step = 0;
    bool isOne = false; ///< the axis goes
};
/// Returns nullopt unless the indices are constants of that kind.
std::optional<EvenPlaces> evenPlaces(const OperatorCall& call);

/// Operators that only copy elements: Concat, Transpose, Gather of one index or of evenly spaced ones; Slice, Pad and
/// Resize (nearest) if each axis has a few runs of even steps or repeats every element equally often.
std::optional<Definition> defineDataMovement(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);

} // namespace knobscope
