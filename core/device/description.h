// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// NVIDIA's compute capability: {9, 0} is "sm_90".
struct ComputeCapability {
    int major = 0;
    int minor = 0;

    bool isKnown() const { return major > 0; }
    /// "sm_90"
    std::string arch() const;
    auto operator<=>(const ComputeCapability&) const = default;
};
/// Reads "sm_90", "sm_90a" and "compute_90"; anything else is refused with an example.
Result<ComputeCapability> parseArch(std::string_view text);

/// A GPU as its kernels meet it. Limits are of every device of its architecture; 0 stands for "not known". Bytes are bytes.
struct DeviceDescription {
    std::string id;                   ///< "h200"; "cuda:0" of a device in this machine; an architecture's or "cuda" else
    std::string name;                 ///< "NVIDIA H200"
    std::vector<std::string> aliases;
    ComputeCapability capability;

    int multiprocessors = 0;
    int clockMhz = 0;                 ///< boost
    double memoryBytes = 0;
    double bandwidth = 0;             ///< of the memory, bytes a second
    double peakFp32 = 0;              ///< FLOP/s without tensor cores; a fused multiply-add is two
    int64_t l2Bytes = 0;
    int fp32PerMultiprocessor = 0;    ///< fp32 units

    int64_t threadsPerBlock = 1024;
    std::array<int64_t, 3> block{1024, 1024, 64};
    std::array<int64_t, 3> grid{2147483647, 65535, 65535};
    int64_t sharedPerBlock = 48 << 10; ///< without asking for more
    int64_t sharedPerBlockOptin = 48 << 10; ///< at most, when asked for
    int64_t sharedPerMultiprocessor = 0;
    int64_t registersPerBlock = 64 << 10;
    int64_t registersPerMultiprocessor = 64 << 10;
    int64_t registersPerThread = 255;
    int64_t localBytesPerThread = 512 << 10;
    int warp = 32;
    int warpsPerMultiprocessor = 0;
    int blocksPerMultiprocessor = 0;
    int driverCuda = 0; ///< the newest CUDA that its driver understands, 12040 for 12.4; 0 where there is no driver

    /// What limits are said to be of: "sm_90", or "every CUDA device" when the architecture is not known.
    std::string limitsOf() const;
};

/// All of it as JSON, for messages to workers and for `devices --json`.
nlohmann::json deviceToJson(const DeviceDescription& device);
/// The other way; missing members keep their defaults.
Result<DeviceDescription> deviceFromJson(const nlohmann::json& json);

} // namespace knobscope
