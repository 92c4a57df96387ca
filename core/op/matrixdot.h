// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/dense.h"

#include <cstdint>

namespace knobscope {

/// A matrix product whose reduction goes in groups that a dot-product instruction takes at once (ir::dotLength, which must be
/// more than 1 for its types).
struct MatrixDotExpression {
    ir::Tensor a;       ///< (batch, M, K); a dense layer's has no batch
    ir::Tensor b;       ///< weights packed as `columns`, or y (batch, N, K)
    ir::Tensor rows;    ///< a with K filled up to whole groups; a itself where it is
    ir::Tensor columns; ///< (batch, N/block, K/group, block, group)
    ir::Tensor output;  ///< reduced over groups and within them
};
/// data (M, K), weight (N/block, K/group, block, group).
MatrixDotExpression denseDot(const MatrixProduct& p, int64_t block);
/// x (batch, M, K), y (batch, N, K), which is packed by a stage of its own.
MatrixDotExpression batchMatmulDot(const MatrixProduct& p, int64_t block);

} // namespace knobscope
