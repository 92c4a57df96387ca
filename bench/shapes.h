// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/host.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope::bench {

/// ResNet-18's four 3x3 convolutions.
struct Shape {
    const char* name;
    int64_t channels;
    int64_t size;
    double target; ///< share of oneDNN's speed
};
inline constexpr Shape shapes[] = {
    {"64x56x56", 64, 56, 0.95}, {"128x28x28", 128, 28, 0.93}, {"256x14x14", 256, 14, 0.88}, {"512x7x7", 512, 7, 0.80}};

inline Task taskOf(const Shape& s)
{
    const nlohmann::json args{{"TENSOR", {1, s.channels, s.size, s.size}, "float32"},
                              {"TENSOR", {s.channels, s.channels, 3, 3}, "float32"},
                              {1, 1},
                              {1, 1, 1, 1},
                              {1, 1},
                              "NCHW",
                              "NCHW",
                              "float32"};
    return makeTask("conv2d_NCHWc.x86", args, hostTarget().value()).value();
}

/// A GPU task with a large space.
inline Task largeSpaceTask()
{
    const nlohmann::json args{{"TENSOR", {1, 1024, 7, 7}, "float32"},
                              {"TENSOR", {2048, 1024, 1, 1}, "float32"},
                              {1, 1},
                              {0, 0, 0, 0},
                              {1, 1},
                              "float32"};
    return makeTask("conv2d_nchw.cuda", args, parseTarget("cuda").value()).value();
}

} // namespace knobscope::bench
