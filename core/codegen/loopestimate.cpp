// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/loopestimate.h"

namespace knobscope {

Sentence estimateSentence(const LoopEstimate& estimate)
{
    if (estimate.cycles <= 0) {
        return {};
    }
    switch (estimate.limit) {
    case LoopEstimate::Limit::Dispatch:
        return phrase("{:.1f} cycles per iteration by LLVM's model: {} micro-operations per cycle are all that this CPU issues",
                      estimate.cycles, estimate.dispatchWidth);
    case LoopEstimate::Limit::Port:
        return phrase("{:.1f} cycles per iteration by LLVM's model: {} is busy in each of them", estimate.cycles,
                      estimate.ports.front().name);
    case LoopEstimate::Limit::Latency: break;
    }
    return phrase("{:.1f} cycles per iteration by LLVM's model: instructions wait for results", estimate.cycles);
}

} // namespace knobscope
