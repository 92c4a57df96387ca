// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"
#include "core/base/result.h"

#include <string>

namespace knobscope {

/// Measured peak performance of this machine's cores.
struct MachinePeak {
    int threads = 1;
    double gflops = 0;             ///< float32 fused multiply-adds on registers, counted as two FLOPs each
    double gigabytesPerSecond =
        0; ///< stream triad a = b + s * c over arrays larger than any cache (McCalpin 1995), 12 bytes per element
    std::string vectors;           ///< "AVX-512", "AVX2", "SSE2", "the compiler's"
    double measured = 0;           ///< Unix seconds
    double cacheGigabytesPerSecond = 0; ///< the triad over arrays in the second-level cache; 0: not measured
    double l1GigabytesPerSecond = 0;    ///< the same in the first-level cache

    friend bool operator==(const MachinePeak&, const MachinePeak&) = default;
};

void visitMembers(MaybeConst<MachinePeak> auto& peak, const auto& visit)
{
    visit("threads", peak.threads);
    visit("gflops", peak.gflops);
    visit("gigabytes_per_second", peak.gigabytesPerSecond);
    visit("vectors", peak.vectors);
    visit("measured", peak.measured);
    visit("cache_gigabytes_per_second", peak.cacheGigabytesPerSecond, JsonMember::Optional);
    visit("l1_gigabytes_per_second", peak.l1GigabytesPerSecond, JsonMember::Optional);
}
/// Rejects anything else.
Result<MachinePeak> peakFromJson(const nlohmann::json& json);

/// Maximum number of threads for measuring a peak.
inline constexpr int kMaxPeakThreads = 64;
/// Measures in this process for about a third of a second: the best of several tries of each loop, on all threads at once. Other
/// load lowers the results.
MachinePeak probeMachine(int threads);
/// The same in a knobscope-worker process (empty: found as by makeLocalMeasurer).
Result<MachinePeak> measureMachinePeak(int threads, const std::string& worker = {});

} // namespace knobscope
