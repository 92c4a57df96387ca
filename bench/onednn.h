// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/kernels.h"

#include <cstdint>

namespace knobscope::bench {

/// The types of a layer: float32, uint8 by int8 into int32, or bfloat16 into float32.
enum class PeerTypes : uint8_t { Float32, Int8, BFloat16 };

/// A square convolution of one square image.
struct PeerConv {
    int64_t channels = 1, size = 1, filters = 1, kernel = 1, stride = 1, pad = 0;
    bool depthwise = false; ///< filters == channels
    PeerTypes types = PeerTypes::Float32;
};

/// Has OpenMP make its threads, each on a core of its own as a ThreadPool's are. Left to the system, layers on two threads took
/// up to fifty times as long as ours; so, most do not (docs/results/2026-11-24-layers-zen5.md).
void startOnednnThreads();
/// It by oneDNN, layouts of its own choice (format_tag::any), on as many threads as OpenMP has.
Call onednnConv2d(const PeerConv& conv);
/// The same by oneDNN's Winograd; empty where it has none for this shape or this CPU.
Call onednnWinograd(const PeerConv& conv);
/// A dense layer of one row.
Call onednnDense(int64_t inputs, int64_t outputs, PeerTypes types = PeerTypes::Float32);

} // namespace knobscope::bench
