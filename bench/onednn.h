// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/kernels.h"

#include <cstdint>
#include <vector>

namespace knobscope::bench {

/// Data types of a layer: float32, uint8 by int8 into int32, or bfloat16 into float32.
enum class PeerTypes : uint8_t { Float32, Int8, BFloat16 };

/// A convolution with AutoTVM's arguments: shapes NCHW and OIHW, padding top, left, bottom, right.
struct PeerConv {
    std::vector<int64_t> image, weights;
    std::vector<int64_t> strides{1, 1}, pads{0, 0, 0, 0}, dilations{1, 1};
    bool depthwise = false; ///< weights: one or more filters per channel
    PeerTypes types = PeerTypes::Float32;
};

/// Restarts the program once with environment variables that OpenMP reads when it is loaded: as many threads as are compared,
/// since more would keep spinning, and with several threads one core for each, like a ThreadPool. Without the cores, layers on
/// two threads took up to fifty times as long as ours. The calling thread may use all of these cores.
void startWithOpenMp(char** arguments);
/// The convolution by oneDNN, in layouts of its choice (format_tag::any), on OpenMP's number of threads.
Call onednnConv2d(const PeerConv& conv);
/// The same by oneDNN's Winograd; empty if it has none for this shape or this CPU.
Call onednnWinograd(const PeerConv& conv);
/// A dense layer with one row.
Call onednnDense(int64_t inputs, int64_t outputs, PeerTypes types = PeerTypes::Float32);

} // namespace knobscope::bench
