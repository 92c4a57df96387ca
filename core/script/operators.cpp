// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/operators.h"

#include <algorithm>

namespace knobscope {

const std::vector<NamedOperator>& namedOperators()
{
    static const std::vector<NamedOperator> all{
        {"matmul", "Matrix product", {{"n", 512}, {"m", 512}, {"k", 512}}, "C[y=n, x=m] = sum(k, A[y, k] * B[k, x])"},
        {"matvec", "Matrix times vector", {{"n", 4096}, {"k", 4096}}, "C[y=n] = sum(k, A[y, k] * V[k])"},
        {"stencil",
         "One-dimensional stencil of three points",
         {{"n", 1 << 20}},
         "C[i=n] = 0.25 * A[i] + 0.5 * A[i + 1] + 0.25 * A[i + 2]"},
        {"blur",
         "Mean of 3 x 3 pixels, rows first",
         {{"h", 1024}, {"w", 1024}},
         "H[y=h + 2, x=w] = (A[y, x] + A[y, x + 1] + A[y, x + 2]) / 3\n"
         "C[y=h, x=w] = (H[y, x] + H[y + 1, x] + H[y + 2, x]) / 3"},
        {"conv2d",
         "Convolution of images, NCHW: n images of c channels, k filters of r x s",
         {{"n", 1}, {"c", 64}, {"h", 56}, {"w", 56}, {"k", 64}, {"r", 3}, {"s", 3}, {"stride", 1}, {"pad", 1}},
         {}},
        {"depthwise",
         "Depthwise convolution of images, NCHW: a filter of r x s for each channel",
         {{"n", 1}, {"c", 64}, {"h", 56}, {"w", 56}, {"r", 3}, {"s", 3}, {"stride", 1}, {"pad", 1}},
         {}},
        {"softmax",
         "Softmax of each row",
         {{"n", 1024}, {"m", 1024}},
         "M[y=n] = max(x=m, A[y, x])\n"
         "E[y=n, x=m] = exp(A[y, x] - M[y])\n"
         "S[y=n] = sum(x=m, E[y, x])\n"
         "C[y=n, x=m] = E[y, x] / S[y]"},
        {"transpose", "Transposed matrix", {{"n", 2048}, {"m", 2048}}, "C[y=m, x=n] = A[x, y]"},
    };
    return all;
}

const NamedOperator* findNamedOperator(std::string_view name)
{
    const auto found = std::ranges::find(namedOperators(), name, &NamedOperator::name);
    return found == namedOperators().end() ? nullptr : &*found;
}

} // namespace knobscope
