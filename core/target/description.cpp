// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/description.h"

#include "core/base/jsonmembers.h"
#include "core/base/readjson.h"

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
        return fail(ErrorCode::Parse, "'{}' is not a CUDA architecture; write it as in sm_90", text);
    }
    return ComputeCapability{number / 10, number % 10};
}

/// All but the architecture.
void visitMembers(MaybeConst<DeviceDescription> auto& d, const auto& visit)
{
    visit("id", d.id);
    visit("name", d.name);
    visit("aliases", d.aliases);
    visit("multiprocessors", d.multiprocessors);
    visit("clock_mhz", d.clockMhz);
    visit("memory_bytes", d.memoryBytes);
    visit("bandwidth", d.bandwidth);
    visit("peak_fp32", d.peakFp32);
    visit("l2_bytes", d.l2Bytes);
    visit("fp32_per_multiprocessor", d.fp32PerMultiprocessor);
    visit("threads_per_block", d.threadsPerBlock);
    visit("block", d.block);
    visit("grid", d.grid);
    visit("shared_per_block", d.sharedPerBlock);
    visit("shared_per_block_optin", d.sharedPerBlockOptin);
    visit("shared_per_multiprocessor", d.sharedPerMultiprocessor);
    visit("registers_per_block", d.registersPerBlock);
    visit("registers_per_multiprocessor", d.registersPerMultiprocessor);
    visit("registers_per_thread", d.registersPerThread);
    visit("local_bytes_per_thread", d.localBytesPerThread);
    visit("warp", d.warp);
    visit("warps_per_multiprocessor", d.warpsPerMultiprocessor);
    visit("blocks_per_multiprocessor", d.blocksPerMultiprocessor);
    visit("driver_cuda", d.driverCuda);
}

namespace {

/// Whether a number fits the member's type; the conversion itself rejects non-numbers.
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

nlohmann::json deviceToJson(const DeviceDescription& d)
{
    nlohmann::json json = d;
    json["arch"] = d.capability.isKnown() ? d.capability.arch() : "";
    return json;
}

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
        visitMembers(d, take);
        if (!outOfRange.empty()) {
            return fail(ErrorCode::Parse, "A device's description cannot be read: {}", phrase("{} is out of range", outOfRange));
        }
        if (const auto arch = json.value("arch", std::string()); !arch.empty()) {
            d.capability = TRY(parseArch(arch));
        }
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Parse, "A device's description cannot be read: {}", jsonErrorCause(e));
    }
    return d;
}

} // namespace knobscope
