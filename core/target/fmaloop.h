// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace knobscope {

/// Independent fused multiply-adds on registers only, which saturate the vector units: a core's peak, and the gauge of its pace.
struct FmaLoop {
    float (*run)(int64_t rounds) = nullptr;
    float (*chain)(int64_t rounds) = nullptr; ///< the same number, each dependent on the previous one
    int lanes = 4; ///< float32 elements per vector
    const char* name = ""; ///< "AVX-512", "AVX2", "SSE2", "the compiler's"

    static constexpr int kAccumulators = 10; ///< hide four cycles of latency on two units
    /// FLOPs, two per multiply-add.
    double flops(int64_t rounds) const { return 2.0 * kAccumulators * lanes * static_cast<double>(rounds); }
};

/// The loop for the widest vectors of this machine.
FmaLoop widestFmaLoop();

/// Number of multiply-adds on the widest vectors that a core starts per cycle, 1 or 2. With AVX2 it is known; with AVX-512 it is
/// measured once, within a millisecond: many processors have only one such unit and do not report it.
int fmaUnits();

} // namespace knobscope
