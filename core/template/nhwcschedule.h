// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/schedule/schedule.h"

#include <cstdint>

namespace knobscope {

// AutoTVM's schedule of direct convolutions in NHWC on GPUs. It changed between v0.7 and v0.8: conv2d_nhwc.cuda is the earlier
// one, conv2d_nhwc.gpu the later one.

/// The knobs of one config, all plain factors.
struct NhwcTiles {
    int64_t tileN, tileC, threadsN, threadsC, virtualN, virtualC, step, vector;

    int64_t blockC() const { return tileC * threadsC * virtualC * vector; }
};

/// Keeps a thread's sums in registers and loads input and kernel through shared memory. `vectorize`: the later version, with
/// vectors of channels.
void scheduleNhwc(Schedule& s, const Conv2dExpression& e, const NhwcTiles& t, bool vectorize);

} // namespace knobscope
