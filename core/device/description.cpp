// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/description.h"

#include "core/json/readjson.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

namespace knobscope {

std::string ComputeCapability::arch() const
{
    return fmt::format("sm_{}{}", major, minor);
}

std::string DeviceDescription::limitsOf() const
{
    return capability.isKnown() ? capability.arch() : "every CUDA device";
}

Result<ComputeCapability> parseArch(std::string_view text)
{
    std::string_view digits = text;
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (digits.starts_with(prefix)) {
            digits.remove_prefix(prefix.size());
        }
    }
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const std::string_view rest = digits.substr(static_cast<size_t>(end - digits.data()));
    const bool hasPrefix = digits.size() < text.size();
    if (!hasPrefix || error != std::errc() || number < 20 || number > 999 || (!rest.empty() && rest != "a" && rest != "f")) {
        return fail(ErrorCode::Parse, "'{}' is no CUDA architecture; write it as in sm_90", text);
    }
    return ComputeCapability{number / 10, number % 10};
}

nlohmann::json deviceToJson(const DeviceDescription& d)
{
    return {{"id", d.id},
            {"name", d.name},
            {"aliases", d.aliases},
            {"arch", d.capability.isKnown() ? d.capability.arch() : ""},
            {"multiprocessors", d.multiprocessors},
            {"clock_mhz", d.clockMhz},
            {"memory_bytes", d.memoryBytes},
            {"bandwidth", d.bandwidth},
            {"peak_fp32", d.peakFp32},
            {"l2_bytes", d.l2Bytes},
            {"fp32_per_multiprocessor", d.fp32PerMultiprocessor},
            {"threads_per_block", d.threadsPerBlock},
            {"block", d.block},
            {"grid", d.grid},
            {"shared_per_block", d.sharedPerBlock},
            {"shared_per_block_optin", d.sharedPerBlockOptin},
            {"shared_per_multiprocessor", d.sharedPerMultiprocessor},
            {"registers_per_block", d.registersPerBlock},
            {"registers_per_multiprocessor", d.registersPerMultiprocessor},
            {"registers_per_thread", d.registersPerThread},
            {"local_bytes_per_thread", d.localBytesPerThread},
            {"warp", d.warp},
            {"warps_per_multiprocessor", d.warpsPerMultiprocessor},
            {"blocks_per_multiprocessor", d.blocksPerMultiprocessor},
            {"driver_cuda", d.driverCuda}};
}

namespace {

/// Whether a number can be converted to such a member; what is no number is for the conversion to refuse.
template<typename T>
bool fits(const nlohmann::json& value, const T&)
{
    if constexpr (std::is_integral_v<T>) {
        const double number = value.is_number() ? value.get<double>() : 0;
        const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
        return number >= -limit && number < limit;
    }
    return true;
}

template<typename T, size_t N>
bool fits(const nlohmann::json& value, const std::array<T, N>&)
{
    return !value.is_array() || std::all_of(value.begin(), value.end(), [](const auto& one) { return fits(one, T()); });
}

} // namespace

Result<DeviceDescription> deviceFromJson(const nlohmann::json& json)
{
    DeviceDescription d;
    try {
        std::string outOfRange;
        const auto take = [&](const char* name, auto& member) {
            if (json.contains(name) && !fits(json.at(name), member)) {
                outOfRange = name;
                return;
            }
            member = json.value(name, member);
        };
        take("id", d.id);
        take("name", d.name);
        take("aliases", d.aliases);
        take("multiprocessors", d.multiprocessors);
        take("clock_mhz", d.clockMhz);
        take("memory_bytes", d.memoryBytes);
        take("bandwidth", d.bandwidth);
        take("peak_fp32", d.peakFp32);
        take("l2_bytes", d.l2Bytes);
        take("fp32_per_multiprocessor", d.fp32PerMultiprocessor);
        take("threads_per_block", d.threadsPerBlock);
        take("block", d.block);
        take("grid", d.grid);
        take("shared_per_block", d.sharedPerBlock);
        take("shared_per_block_optin", d.sharedPerBlockOptin);
        take("shared_per_multiprocessor", d.sharedPerMultiprocessor);
        take("registers_per_block", d.registersPerBlock);
        take("registers_per_multiprocessor", d.registersPerMultiprocessor);
        take("registers_per_thread", d.registersPerThread);
        take("local_bytes_per_thread", d.localBytesPerThread);
        take("warp", d.warp);
        take("warps_per_multiprocessor", d.warpsPerMultiprocessor);
        take("blocks_per_multiprocessor", d.blocksPerMultiprocessor);
        take("driver_cuda", d.driverCuda);
        if (!outOfRange.empty()) {
            return fail(ErrorCode::Parse, "A device's description cannot be read: {}",
                        fmt::format("{} is out of range", outOfRange));
        }
        if (const auto arch = json.value("arch", std::string()); !arch.empty()) {
            d.capability = TRY(parseArch(arch));
        }
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Parse, "A device's description cannot be read: {}", jsonTrouble(e));
    }
    return d;
}

} // namespace knobscope
