// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace knobscope {

/// Fused multiply-adds on registers alone, independent of each other, so that they fill the machine's vector units: the most that
/// a core can do, and the measure of its pace.
struct FmaLoop {
    float (*run)(int64_t rounds) = nullptr;
    float (*chain)(int64_t rounds) = nullptr; ///< as many, each of which waits for the one before it
    int lanes = 4; ///< float32 elements of a vector
    const char* name = ""; ///< "AVX-512", "AVX2", "SSE2", "the compiler's"

    static constexpr int accumulators = 10; ///< hide four cycles of latency on two units
    /// FLOPs, two a multiply-add.
    double flops(int64_t rounds) const { return 2.0 * accumulators * lanes * static_cast<double>(rounds); }
};

/// The one for the widest vectors that this machine has.
FmaLoop widestFmaLoop();

/// Multiply-adds on the widest vectors that this machine's cores begin a cycle, 1 or 2: measured once, within a millisecond. Of
/// the processors with AVX-512 many have one unit for it, and tell nobody.
int fmaUnits();

} // namespace knobscope
