// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace knobscope {

/// What this machine's cores can do at most, measured.
struct MachinePeak {
    int threads = 1;
    double gflops = 0;             ///< float32, fused multiply-adds on registers alone, counted as two FLOPs
    double gigabytesPerSecond =
        0; ///< stream triad a = b + s * c over arrays that no cache holds (McCalpin 1995), 12 bytes an element
    std::string vectors;           ///< "AVX-512", "AVX2", "SSE2", "the compiler's"
    double measured = 0;           ///< Unix seconds

    friend bool operator==(const MachinePeak&, const MachinePeak&) = default;
};

nlohmann::json peakToJson(const MachinePeak& peak);
/// Refuses anything that peakToJson did not write.
Result<MachinePeak> peakFromJson(const nlohmann::json& json);

/// The most threads that a peak is measured with.
inline constexpr int mostPeakThreads = 64;
/// Measures in this process, for about a third of a second: the best of several tries of each loop, on all threads at once. Other
/// load lowers the figures.
MachinePeak probeMachine(int threads);
/// The same in a knobscope-worker (empty: as makeLocalMeasurer finds it).
Result<MachinePeak> measureMachinePeak(int threads, const std::string& worker = {});

} // namespace knobscope
