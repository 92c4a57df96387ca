// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/arguments.h"

#include <cstdint>

namespace knobscope {

/// batch times (M x K) by (K x N). Dense layers store the second factor as (N, K), plain matrix products as (K, N).
struct MatrixProduct {
    int64_t batch = 1, m = 1, n = 1, k = 1;
    ir::DataType type = ir::float32;
    ir::DataType outType = ir::float32;
    ir::DataType weightType = ir::float32; ///< type of the second factor; the tutorials have one type for both
    bool transposeA = false; ///< a batched product's x is (B, K, M)
    bool transposeB = true;  ///< a batched product's y is (B, N, K)

    double plainFlops() const
    {
        return 2.0 * static_cast<double>(batch) * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    }
};

/// data (M, K), weight (N, K), bias (must be null), output type.
MatrixProduct readDense(ArgumentReader& reader);
/// x (B, M, K), y (B, N, K), output shape, output type, whether x and y are transposed: false and true if missing. With the other
/// value x is (B, K, M), y (B, K, N).
MatrixProduct readBatchMatmul(ArgumentReader& reader);
/// Same for templates that compute only x (B, M, K) by y (B, N, K).
MatrixProduct readPlainBatchMatmul(ArgumentReader& reader);
/// N, L, M, type: the tutorials' (N x L) by (L x M).
MatrixProduct readTutorialMatmul(ArgumentReader& reader);

struct MatrixExpression {
    ir::Tensor a;
    ir::Tensor b;
    ir::Tensor output;
};
/// data (M, K), weight (N, K).
MatrixExpression dense(const MatrixProduct& p);
/// data (M, K), weight packed to (N/block, K, block).
MatrixExpression densePacked(const MatrixProduct& p, int64_t block);
/// Partial sums over vectors of `lanes` elements of K, then their sum; `partial` receives the first stage.
MatrixExpression densePartial(const MatrixProduct& p, int64_t lanes, ir::Tensor& partial);
MatrixExpression batchMatmul(const MatrixProduct& p);

/// A batched product whose sums are a stage of their own.
struct MatrixTiles {
    ir::Tensor a;
    ir::Tensor b;
    ir::Tensor columns; ///< b in blocks of columns, (B, N/block rounded up, K, block), filled up with zeros; or b itself
    ir::Tensor sums; ///< (B, M, N); if b is packed, N rounded up to whole blocks
    ir::Tensor output;
};
MatrixTiles batchMatmulTiles(const MatrixProduct& p, int64_t block, bool isPacked);
/// A (M, K), B (K, N).
MatrixExpression matmul(const MatrixProduct& p);

} // namespace knobscope
