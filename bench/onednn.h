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
