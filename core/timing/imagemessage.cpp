// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/imagemessage.h"

#include "core/base/readjson.h"
#include "core/codegen/kerneljson.h"

namespace knobscope {

void visitElements(MaybeConst<KernelResources> auto& r, const auto& visit)
{
    visit(r.registers, r.stackBytes, r.spillStoreBytes, r.spillLoadBytes, r.staticSharedBytes, r.barriers);
}

void visitMembers(MaybeConst<DeviceLaunch> auto& launch, const auto& visit)
{
    visit("symbol", launch.symbol);
    visit("grid", launch.grid);
    visit("block", launch.block);
    visit("parameters", launch.parameters);
    visit("static_shared", launch.staticSharedBytes, JsonMember::Optional);
    visit("dynamic_shared", launch.dynamicSharedBytes, JsonMember::Optional);
    visit("precomputed", launch.isPrecomputed, JsonMember::Optional);
    visit("usage", launch.usage, JsonMember::OmitIfUnset);
}

void visitMembers(MaybeConst<DeviceIntermediate> auto& intermediate, const auto& visit)
{
    visit("name", intermediate.name);
    visit("bytes", intermediate.bytes);
}

void visitMembers(MaybeConst<DeviceImage> auto& image, const auto& visit)
{
    visit("capability", image.capability, JsonMember::Optional);
    visit("arguments", image.arguments);
    visit("intermediates", image.intermediates);
    visit("launches", image.launches);
}

namespace {

Result<void> checkLaunch(const DeviceLaunch& launch, size_t buffers)
{
    for (size_t i = 0; i < 3; ++i) {
        if (launch.grid[i] < 1 || launch.block[i] < 1) {
            return fail(ErrorCode::Corrupt, "Kernel {} is launched without threads", launch.symbol);
        }
    }
    for (const size_t parameter : launch.parameters) {
        if (parameter >= buffers) {
            return fail(ErrorCode::Corrupt, "Kernel {} uses buffer {} of {}", launch.symbol, parameter, buffers);
        }
    }
    return {};
}

} // namespace

bool isImageHeader(const nlohmann::json& header)
{
    return header.is_object() && header.value("device", "") == "cuda";
}

nlohmann::json imageHeader(const DeviceImage& image)
{
    nlohmann::json header = image;
    header["device"] = "cuda";
    return header;
}

Result<DeviceImage> imageFrom(const nlohmann::json& header, std::span<const std::byte> code)
{
    try {
        auto image = header.get<DeviceImage>();
        if (image.arguments.empty()) {
            return fail(ErrorCode::Corrupt, "A GPU program without arguments has no output");
        }
        for (const DeviceLaunch& launch : image.launches) {
            TRY(checkLaunch(launch, image.arguments.size() + image.intermediates.size()));
        }
        image.bytes.assign(code.begin(), code.end());
        return image;
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Corrupt, "A GPU program's description cannot be read: {}", jsonErrorCause(e));
    }
}

} // namespace knobscope
