// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/imagemessage.h"

#include "core/base/readjson.h"
#include "core/base/sentencejson.h"

namespace knobscope {

namespace {

nlohmann::json launchToJson(const DeviceLaunch& launch)
{
    nlohmann::json json{{"symbol", launch.symbol},
                        {"grid", launch.grid},
                        {"block", launch.block},
                        {"parameters", launch.parameters},
                        {"static_shared", launch.staticSharedBytes},
                        {"dynamic_shared", launch.dynamicSharedBytes},
                        {"precomputed", launch.isPrecomputed}};
    if (launch.usage) {
        const KernelResources& usage = *launch.usage;
        json["usage"] = {usage.registers,      usage.stackBytes,        usage.spillStoreBytes,
                         usage.spillLoadBytes, usage.staticSharedBytes, usage.barriers};
    }
    return json;
}

DeviceLaunch launchFrom(const nlohmann::json& json)
{
    DeviceLaunch launch;
    launch.symbol = json.at("symbol").get<std::string>();
    launch.grid = json.at("grid").get<std::array<int64_t, 3>>();
    launch.block = json.at("block").get<std::array<int64_t, 3>>();
    launch.parameters = json.at("parameters").get<std::vector<size_t>>();
    launch.staticSharedBytes = json.value("static_shared", int64_t{0});
    launch.dynamicSharedBytes = json.value("dynamic_shared", int64_t{0});
    launch.isPrecomputed = json.value("precomputed", false);
    if (json.contains("usage")) {
        const auto& counts = json["usage"];
        launch.usage = KernelResources{counts.at(0).get<int>(),     counts.at(1).get<int64_t>(), counts.at(2).get<int64_t>(),
                                       counts.at(3).get<int64_t>(), counts.at(4).get<int64_t>(), counts.at(5).get<int>()};
    }
    return launch;
}

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
    nlohmann::json launches = nlohmann::json::array();
    for (const DeviceLaunch& launch : image.launches) {
        launches.push_back(launchToJson(launch));
    }
    nlohmann::json intermediates = nlohmann::json::array();
    for (const DeviceIntermediate& intermediate : image.intermediates) {
        intermediates.push_back({{"name", intermediate.name}, {"bytes", intermediate.bytes}});
    }
    nlohmann::json header{{"device", "cuda"},
                          {"format", image.format == DeviceImageFormat::Ptx ? "ptx" : "cubin"},
                          {"capability", image.capability},
                          {"arguments", argumentsToJson(image.arguments)},
                          {"intermediates", intermediates},
                          {"launches", launches}};
    writeSentence(header, "note", image.note);
    return header;
}

Result<DeviceImage> imageFrom(const nlohmann::json& header, std::span<const std::byte> code)
{
    try {
        DeviceImage image;
        image.format = header.at("format") == "ptx" ? DeviceImageFormat::Ptx : DeviceImageFormat::Cubin;
        image.capability = header.value("capability", 0);
        image.note = readSentence(header, "note");
        image.arguments = TRY(argumentsFromJson(header.at("arguments")));
        if (image.arguments.empty()) {
            return fail(ErrorCode::Corrupt, "A GPU program without arguments has no output");
        }
        for (const auto& item : header.at("intermediates")) {
            image.intermediates.push_back({item.at("name").get<std::string>(), item.at("bytes").get<int64_t>()});
        }
        for (const auto& item : header.at("launches")) {
            DeviceLaunch launch = launchFrom(item);
            TRY(checkLaunch(launch, image.arguments.size() + image.intermediates.size()));
            image.launches.push_back(std::move(launch));
        }
        image.bytes.assign(code.begin(), code.end());
        return image;
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Corrupt, "A GPU program's description cannot be read: {}", jsonErrorCause(e));
    }
}

} // namespace knobscope
