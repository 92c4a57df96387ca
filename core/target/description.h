// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

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
/// Parses "sm_90", "sm_90a" and "compute_90"; the error for other texts gives an example.
Result<ComputeCapability> parseArch(std::string_view text);

/// Properties of a GPU that matter to kernels. Limits hold for every device of the architecture; 0 means unknown. Sizes are in
/// bytes.
struct DeviceDescription {
    std::string id;                   ///< "h200"; "cuda:0" for a device of this machine; else the architecture's id or "cuda"
    std::string name;                 ///< "NVIDIA H200"
    std::vector<std::string> aliases;
    ComputeCapability capability;

    int multiprocessors = 0;
    int clockMhz = 0;                 ///< boost clock
    double memoryBytes = 0;
    double bandwidth = 0;             ///< memory bandwidth, bytes per second
    double peakFp32 = 0;              ///< FLOP/s without tensor cores; a fused multiply-add counts 2
    int64_t l2Bytes = 0;
    int fp32PerMultiprocessor = 0;    ///< fp32 units

    int64_t threadsPerBlock = 1024;
    std::array<int64_t, 3> block{1024, 1024, 64};
    std::array<int64_t, 3> grid{2147483647, 65535, 65535};
    int64_t sharedPerBlock = 48 << 10; ///< without opting in
    int64_t sharedPerBlockOptin = 48 << 10; ///< maximum after opting in
    int64_t sharedPerMultiprocessor = 0;
    int64_t registersPerBlock = 64 << 10;
    int64_t registersPerMultiprocessor = 64 << 10;
    int64_t registersPerThread = 255;
    int64_t localBytesPerThread = 512 << 10;
    int warp = 32;
    int warpsPerMultiprocessor = 0;
    int blocksPerMultiprocessor = 0;
    int driverCuda = 0; ///< newest CUDA version that its driver supports, 12040 for 12.4; 0 without a driver

    /// The subject of the limits: "sm_90", or "every CUDA device" if the architecture is unknown.
    std::string limitsOf() const;
};

/// Serializes all members, for messages to workers and for `devices --json`.
nlohmann::json deviceToJson(const DeviceDescription& device);
/// The inverse of deviceToJson(); missing members keep their defaults.
Result<DeviceDescription> deviceFromJson(const nlohmann::json& json);

} // namespace knobscope
