// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/knowndevices.h"

#include "core/base/strings.h"
#include "core/target/builtin.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace knobscope {

namespace {

struct DeviceFile {
    std::vector<DeviceDescription> architectures;
    std::vector<DeviceDescription> devices;
};

DeviceDescription readArchitecture(const nlohmann::json& item)
{
    DeviceDescription d;
    d.id = item.at("arch").get<std::string>();
    d.capability = parseArch(d.id).value();
    d.name = fmt::format("{} ({})", d.id, item.at("family").get<std::string>());
    d.fp32PerMultiprocessor = item.at("fp32_per_sm").get<int>();
    d.sharedPerBlock = item.at("shared_per_block").get<int64_t>();
    d.sharedPerBlockOptin = item.at("shared_per_block_optin").get<int64_t>();
    d.sharedPerMultiprocessor = item.at("shared_per_sm").get<int64_t>();
    d.warpsPerMultiprocessor = item.at("warps_per_sm").get<int>();
    d.blocksPerMultiprocessor = item.at("blocks_per_sm").get<int>();
    return d;
}

void readCard(const nlohmann::json& item, DeviceDescription& d)
{
    d.id = item.at("id").get<std::string>();
    d.name = item.at("name").get<std::string>();
    d.aliases = item.value("aliases", std::vector<std::string>{});
    d.multiprocessors = item.at("sms").get<int>();
    d.clockMhz = item.at("boost_mhz").get<int>();
    d.memoryBytes = item.at("memory_gb").get<double>() * 1e9;
    d.bandwidth = item.at("bandwidth_gbs").get<double>() * 1e9;
    d.peakFp32 = item.at("fp32_tflops").get<double>() * 1e12;
    d.l2Bytes = item.value("l2_kib", int64_t{0}) << 10;
}

/// Parses without checks: the file is part of the program, and a test reads it too.
const DeviceFile& builtinFile()
{
    static const DeviceFile builtin = [] {
        DeviceFile file;
        const auto json = nlohmann::json::parse(builtinDevicesJson());
        for (const auto& item : json.at("architectures")) {
            file.architectures.push_back(readArchitecture(item));
        }
        for (const auto& item : json.at("devices")) {
            file.devices.push_back(
                *std::ranges::find(file.architectures, item.at("arch").get<std::string>(), &DeviceDescription::id));
            readCard(item, file.devices.back());
        }
        return file;
    }();
    return builtin;
}

/// "NVIDIA GeForce RTX 4090" and "rtx-4090" become "rtx4090".
std::string normalizedName(std::string_view name)
{
    std::string out = lowered(name);
    std::erase_if(out, [](unsigned char c) { return !std::isalnum(c); });
    for (const std::string_view word : {"nvidia", "geforce", "tesla"}) {
        if (const size_t at = out.find(word); at != std::string::npos) {
            out.erase(at, word.size());
        }
    }
    return out;
}

bool matches(const DeviceDescription& d, const std::string& wanted)
{
    return normalizedName(d.id) == wanted || normalizedName(d.name) == wanted
        || std::any_of(d.aliases.begin(), d.aliases.end(), [&](const std::string& a) { return normalizedName(a) == wanted; });
}

} // namespace

const std::vector<DeviceDescription>& knownDevices()
{
    return builtinFile().devices;
}

Result<DeviceDescription> findKnownDevice(std::string_view model)
{
    const std::string wanted = normalizedName(model);
    std::vector<std::string> near;
    for (const DeviceDescription& d : knownDevices()) {
        if (!wanted.empty() && matches(d, wanted)) {
            return d;
        }
        near.push_back(d.id);
    }
    near = sortBySimilarity(model, std::move(near), normalizedName);
    near.resize(std::min<size_t>(3, near.size()));
    return fail(ErrorCode::NotFound, "There is no description of device '{}'; the nearest are {}; `devices --known` lists all",
                model, fmt::join(near, ", "));
}

Result<DeviceDescription> architectureLimits(ComputeCapability capability)
{
    const DeviceDescription* best = nullptr;
    for (const DeviceDescription& d : builtinFile().architectures) {
        if (d.capability.major == capability.major && d.capability <= capability) {
            best = &d;
        }
    }
    if (!best) {
        return fail(ErrorCode::NotFound, "The limits of {} are unknown", capability.arch());
    }
    DeviceDescription d = *best;
    d.capability = capability;
    d.id = capability.arch();
    return d;
}

DeviceDescription anyCudaDevice()
{
    DeviceDescription d;
    d.id = "cuda";
    d.name = "any CUDA device";
    return d;
}

} // namespace knobscope
