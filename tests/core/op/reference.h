// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/op/dense.h"

#include <cstdint>
#include <span>

// Operators as plain loops on plain layouts, accumulated in double: what textbooks write.

namespace knobscope {

/// One output element: the window over one image, clipped at its edges.
inline double window(const Conv2d& conv, std::span<const double> image, std::span<const double> filter, int64_t channels,
                     int64_t y, int64_t x)
{
    double sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
        for (int64_t r = 0; r < conv.r; ++r) {
            for (int64_t s = 0; s < conv.s; ++s) {
                const int64_t row = y * conv.stride[0] + r * conv.dilation[0] - conv.pad[0];
                const int64_t column = x * conv.stride[1] + s * conv.dilation[1] - conv.pad[1];
                if (row >= 0 && row < conv.h && column >= 0 && column < conv.w) {
                    sum += image[static_cast<size_t>((c * conv.h + row) * conv.w + column)]
                         * filter[static_cast<size_t>((c * conv.r + r) * conv.s + s)];
                }
            }
        }
    }
    return sum;
}

/// data NCHW, kernel OIHW (depthwise: C, multiplier, R, S) -> NCHW.
inline std::vector<double> referenceConv2d(const Conv2d& conv, std::span<const double> data, std::span<const double> kernel)
{
    const int64_t channels = conv.depthwise ? 1 : conv.c;
    const int64_t multiplier = conv.depthwise ? conv.k / conv.c : 1;
    const auto plane = static_cast<size_t>(conv.h * conv.w);
    const auto filterSize = static_cast<size_t>(channels * conv.r * conv.s);
    std::vector<double> out;
    for (int64_t n = 0; n < conv.n; ++n) {
        for (int64_t k = 0; k < conv.k; ++k) {
            const int64_t first = n * conv.c + (conv.depthwise ? k / multiplier : 0);
            const auto image = data.subspan(static_cast<size_t>(first) * plane, static_cast<size_t>(channels) * plane);
            const auto filter = kernel.subspan(static_cast<size_t>(k) * filterSize, filterSize);
            for (int64_t y = 0; y < conv.oh(); ++y) {
                for (int64_t x = 0; x < conv.ow(); ++x) {
                    out.push_back(window(conv, image, filter, channels, y, x));
                }
            }
        }
    }
    return out;
}

/// a (B, M, K), b (B, N, K) -> (B, M, N).
inline std::vector<double> referenceMatrixProduct(const MatrixProduct& p, std::span<const double> a, std::span<const double> b)
{
    std::vector<double> out;
    for (int64_t batch = 0; batch < p.batch; ++batch) {
        for (int64_t i = 0; i < p.m; ++i) {
            for (int64_t j = 0; j < p.n; ++j) {
                double sum = 0;
                for (int64_t k = 0; k < p.k; ++k) {
                    sum +=
                        a[static_cast<size_t>((batch * p.m + i) * p.k + k)] * b[static_cast<size_t>((batch * p.n + j) * p.k + k)];
                }
                out.push_back(sum);
            }
        }
    }
    return out;
}

} // namespace knobscope
