// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace knobscope::bench {

/// A convolution by oneDNN, batch 1, float32, layouts of its own choice (format_tag::any), data hot: call it to run it once.
std::function<void()> onednnConv2d(int64_t channels, int64_t size, int64_t filters, int64_t kernel, int64_t stride, int64_t pad);

} // namespace knobscope::bench
