// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/kernels.h"

#include <cstdint>
#include <vector>

namespace knobscope::bench {

/// The types of a layer: float32, uint8 by int8 into int32, or bfloat16 into float32.
enum class PeerTypes : uint8_t { Float32, Int8, BFloat16 };

/// A convolution as AutoTVM's arguments say it: shapes NCHW and OIHW, pads on top, at the left, at the bottom, at the right.
struct PeerConv {
    std::vector<int64_t> image, weights;
    std::vector<int64_t> strides{1, 1}, pads{0, 0, 0, 0}, dilations{1, 1};
    bool depthwise = false; ///< weights: a filter or more a channel
    PeerTypes types = PeerTypes::Float32;
};

/// Starts the program anew, once, with what OpenMP reads when it is loaded: as many threads as are compared, for more would go on
/// spinning beside ours, and where those are several a core for each, as a ThreadPool gives. Without the cores, layers on two
/// threads took up to fifty times as long as ours. The calling thread may use all of these cores.
void startWithOpenMp(char** arguments);
/// It by oneDNN, layouts of its own choice (format_tag::any), on as many threads as OpenMP has.
Call onednnConv2d(const PeerConv& conv);
/// The same by oneDNN's Winograd; empty where it has none for this shape or this CPU.
Call onednnWinograd(const PeerConv& conv);
/// A dense layer of one row.
Call onednnDense(int64_t inputs, int64_t outputs, PeerTypes types = PeerTypes::Float32);

} // namespace knobscope::bench
