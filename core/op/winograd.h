// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/op/rounding.h"

#include <cstdint>
#include <optional>

namespace knobscope {

using Matrix = std::vector<std::vector<double>>;

/// Winograd's minimal filtering F(m, r) by Toom-Cook interpolation: for a filter g of r taps and an input tile d of alpha = m + r
/// - 1 elements, the m outputs are A^T [(G g) * (B^T d)], with an element-wise product.
struct WinogradMatrices {
    Matrix a; ///< alpha x m
    Matrix b; ///< alpha x alpha
    Matrix g; ///< alpha x r
};
/// Supports m + r - 1 up to 10. Interpolation points in the order of Barabasz et al., "Error analysis and improving the accuracy
/// of Winograd convolution for deep neural networks" (2020).
WinogradMatrices winogradMatrices(int64_t m, int64_t r);
/// The same for a filter of 3 taps and a stride of 2, with an input tile of alpha = 2 m + 1 elements. Those at even places meet
/// the outer taps, which is F(m, 2), and those at odd places the middle one, which takes m products.
WinogradMatrices stridedWinogradMatrices(int64_t m);

/// The largest filter that AutoTVM supports.
inline constexpr int64_t kMaxWinogradFilter = 7;
/// Whether the convolution has a square filter of 3 to `mostFilter`, stride 1 and dilation 1.
bool supportsWinograd(const Conv2d& conv, int64_t mostFilter);
/// Whether conv2dWinogradNchwc() computes it: a filter of 3 x 3, dilation 1, and a stride of 1 or 2 along both axes.
bool supportsBlockedWinograd(const Conv2d& conv);
/// Whether transforms and sums are computed in float32: of numbers in float32 or bfloat16.
bool isWinogradOfFloats(const Conv2d& conv);
/// Whether it is a convolution of 8-bit integers without their zero points (ir::int16) whose channels come in pairs. F(2, 3) to
/// F(4, 3) compute it exactly. Their matrices are made whole, and transforms fit into 16 bits: with an m of 4, those of data
/// between -z and 255 - z reach 24,990, those of weights up to 255 12,495. Sums are computed in the last 32 bits, 4, 36 or 900
/// times as large as the outputs, and divided at the end: 1, 9 and 225 have inverses among 32-bit integers. Four times an output
/// must fit into int32.
bool isWinogradOfWords(const Conv2d& conv);
/// Multiplications of F(m x m, r x r) relative to the plain convolution: (m + r - 1)^2 / (m r)^2. With a stride of 2 and r = 3
/// there are (2 m + 1)^2.
double winogradShare(int64_t m, int64_t r, int64_t stride = 1);
/// Rounding error of F(m x m, 3 x 3) in float32. Larger tiles have larger factors, whose products nearly cancel; above 48 input
/// channels the error grows with the square root of their number. nullopt for m above 6.
std::optional<Rounding> winogradRounding(int64_t m, int64_t channels);

/// Edge of an output tile, chosen as in AutoTVM: 4 if 8 divides the height of the input, else 2.
int64_t winogradTile(const Conv2d& conv);
/// Number of tiles that cover all outputs of the batch.
int64_t winogradTiles(const Conv2d& conv);

/// A convolution with a square filter, stride 1, dilation 1 in the transformed domain. P is the number of tiles.
struct WinogradExpression {
    ir::Tensor data; ///< N, C, H, W
    ir::Tensor kernel; ///< K, C, r, r
    ir::Tensor padded; ///< padded to whole tiles too
    ir::Tensor kernelTransform; ///< alpha, alpha, C, K
    ir::Tensor inputTile; ///< C, P, alpha, alpha
    ir::Tensor dataTransform; ///< alpha, alpha, C, P
    ir::Tensor product; ///< alpha, alpha, K, P
    ir::Tensor inverse; ///< K, P, m, m
    ir::Tensor output; ///< N, K, OH, OW
};
WinogradExpression conv2dWinograd(const Conv2d& conv);

/// Winograd convolution on blocked channels, for CPUs: tiles of m x m outputs; each transform is two one-dimensional passes,
/// whose rows are plain sums without the matrices' zeros. R x S tiles cover an image (supportsBlockedWinograd()). Integers
/// (isWinogradOfWords) need an m of 2 to 4 and an even ic.
struct WinogradBlockedExpression {
    ir::Tensor data; ///< N, C/ic, H, W, ic
    ir::Tensor kernel; ///< K, C, 3, 3
    ir::Tensor padded; ///< padded to whole tiles too
    ir::Tensor kernelRows; ///< alpha, 3, K/oc, C/ic, ic, oc: the kernel transformed along its columns
    ir::Tensor kernelTransform; ///< alpha, alpha, K/oc, C/ic, ic, oc; of int16: ..., ic/2, oc, 2
    ir::Tensor dataRows; ///< N, C/ic, R, S, alpha, alpha, ic: the input transformed along its rows
    ir::Tensor dataTransform; ///< alpha, alpha, N, C/ic, R, S, ic
    ir::Tensor product; ///< alpha, alpha, N, K/oc, R, S, oc
    ir::Tensor inverseRows; ///< N, K/oc, R, S, m, alpha, oc
    ir::Tensor output; ///< N, K/oc, OH, OW, oc
};
WinogradBlockedExpression conv2dWinogradNchwc(const Conv2d& conv, int64_t m, int64_t ic, int64_t oc);

} // namespace knobscope
