// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/dense.h"

#include <cstdint>

namespace knobscope {

/// A matrix product whose reduction is split into groups of the size of a dot-product instruction (ir::dotLength, which must be
/// more than 1 for its types).
struct MatrixDotExpression {
    ir::Tensor a;       ///< (batch, M, K); no batch in a dense layer
    ir::Tensor b;       ///< weights packed as `columns`, or y (batch, N, K)
    ir::Tensor rows;    ///< a with K padded to whole groups; a itself if no padding is needed
    ir::Tensor columns; ///< (batch, N/block, K/group, block, group)
    ir::Tensor sums;    ///< reduced over the groups and within them, for the columns of whole blocks
    ir::Tensor output;  ///< sums itself if the blocks have no more columns
};
/// data (M, K), weight (N/block, K/group, block, group). K is filled up to a multiple of `depth` whole groups, N to whole blocks.
MatrixDotExpression denseDot(const MatrixProduct& p, int64_t block, int64_t depth = 1);
/// x (batch, M, K), y (batch, N, K), which a separate stage packs. The last block is filled up if `block` does not divide N.
MatrixDotExpression batchMatmulDot(const MatrixProduct& p, int64_t block, int64_t depth = 1);

} // namespace knobscope
