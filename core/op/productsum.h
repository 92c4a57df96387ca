// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/tensor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace knobscope {

/// Values of variables by their ids.
using VarValues = std::vector<std::pair<const void*, int64_t>>;

/// A sum of products of two tensors' elements, such as a convolution or a matrix product, evaluated for many elements of its
/// trailing axes ("lanes") at once. Each index is the sum of a part that depends only on the lane, computed once, and a part that
/// depends on the other variables. So each step of the reduction costs one address per tensor and a loop over the lanes. Adds in
/// the order of the definition.
class ProductSum
{
public:
    /// Returns nullopt if the definition is not a sum of products, or an index mixes both kinds of variables in one term.
    /// `tensor` must outlive the result. `lanes` is the number of elements of the axes from `firstLaneAxis` on.
    static std::optional<ProductSum> match(const ir::Tensor& tensor, size_t firstLaneAxis, size_t lanes);
    /// Evaluates the lanes at these values of the axes before them; `valuesOf` returns a tensor's elements, row-major. Fails for
    /// an index outside a tensor, with the tensor's name.
    using TensorLookup = std::function<std::span<const double>(const ir::TensorNode*)>;
    Result<std::vector<double>> lanes(VarValues outer, const TensorLookup& valuesOf) const;

private:
    struct Dimension {
        int64_t extent = 0;
        int64_t stride = 0; ///< of the tensor, in elements
        std::vector<std::pair<int64_t, ir::Expr>> step; ///< terms and their factors
        int64_t low = 0; ///< bounds of the lanes' part
        int64_t high = 0;
    };
    struct Factor {
        const ir::TensorNode* tensor = nullptr;
        std::vector<Dimension> dimensions;
        std::vector<int64_t> runs; ///< the lanes' part of the address at the first lane of each run
        int64_t stride = 0; ///< address step from one lane of a run to the next
    };
    static std::optional<Factor> factorOf(const ir::Expr& e, const std::vector<VarValues>& lanes, size_t runLength);
    static Result<int64_t> address(const Factor& factor, const VarValues& values);
    Result<void> fold(size_t axis, VarValues& values, const double* a, const double* b, std::vector<double>& sum) const;

    const ir::Reduce* m_reduce = nullptr;
    Factor m_a;
    Factor m_b;
    size_t m_runLength = 1;
    size_t m_lanes = 1;
};

} // namespace knobscope
