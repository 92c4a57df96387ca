// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/tensor.h"
#include "core/script/text.h"

#include <cstdint>
#include <functional>

namespace knobscope {

/// The computation of a text: an operator or its own definitions.
struct Computation {
    std::vector<ir::Tensor> inputs;  ///< in the order of kernel parameters: that of their first use
    ir::Tensor output;
    double autotvmFlops = 0;         ///< as AutoTVM counts them; the elements if it counts none
    double plainFlops = 0;           ///< 2 * multiply-accumulates; the operations of the expressions if it sums no products
};

/// All sizes of a text: its own, or those of its operator; `given` ones replace them. Fails for an unknown name, with those that
/// there are, and for values that are not from 0 to 2^31 - 1.
Result<TextSizes> sizesOf(const ScheduleText& text, const TextSizes& given);

/// The tensors that a text defines; Unsupported for one with `from`, whose template knows. Refuses, at the place, unknown names,
/// reads outside a tensor, sums that are only a part of an expression, tensors that nothing reads, and too many elements.
Result<Computation> computationOf(const ScheduleText& text, const TextSizes& sizes);
/// Same for a text's own definitions, without the counts of operations.
Result<Computation> computationOfDefinitions(const ScheduleText& text, const TextSizes& sizes);

/// For integerOf(): the value of a size's name. `sizes` must outlive it.
std::function<Result<int64_t>(const TextExpression&)> valueAmong(const TextSizes& sizes);

} // namespace knobscope
