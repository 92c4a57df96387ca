// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/targetdevice.h"

#include "core/target/knowndevices.h"

namespace knobscope {

DeviceDescription deviceOf(const Target& target)
{
    if (const std::string model = target.attr("model"); !model.empty()) {
        if (auto known = findKnownDevice(model)) {
            return std::move(*known);
        }
    }
    if (const auto capability = parseArch(target.attr("arch"))) {
        if (auto limits = architectureLimits(*capability)) {
            return std::move(*limits);
        }
    }
    return anyCudaDevice();
}

Result<void> checkModel(const Target& target)
{
    const std::string model = target.attr("model");
    if (target.kind != "cuda" || model.empty() || model == "unknown") {
        return {};
    }
    TRY(findKnownDevice(model));
    return {};
}

Result<ComputeCapability> architectureOf(const Target& target)
{
    if (const std::string arch = target.attr("arch"); !arch.empty()) {
        return parseArch(arch);
    }
    return deviceOf(target).capability;
}

Result<void> checkArchitecture(const Target& target, const DeviceDescription& device)
{
    const std::string given = target.attr("arch");
    if (given.empty()) {
        return {};
    }
    const auto wanted = TRY(parseArch(given));
    if (wanted.major != device.capability.major || wanted.minor > device.capability.minor) {
        return fail(ErrorCode::Unsupported, "Code for {} does not run on {} ({}, {}); omit -arch from the target", given,
                    device.id, device.name, device.capability.arch());
    }
    return {};
}

} // namespace knobscope
