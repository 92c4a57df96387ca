// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/base/numbertext.h"
#include "core/device/cuda/cudadevice.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/target/host.h"
#include "core/target/knowndevices.h"
#include "core/task/devicecode.h"
#include "core/task/figures.h"
#include "core/tuner/cost_model/costmodel.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <thread>

namespace knobscope::cli {

namespace {

nlohmann::json cpuDevice()
{
    const auto host = hostTarget();
    const std::string why = hasLlvm() ? "" : "this build has no LLVM";
    const unsigned cores = std::thread::hardware_concurrency();
    return {{"name", "cpu"},
            {"target", host ? host->text : ""},
            {"text", phrase("{}, {} (core|cores)", host ? host->text : "", cores).message},
            {"cores", cores},
            {"usable", why.empty()},
            {"why_not", why}};
}

/// The compiler of GPU kernels, and what to install if there is none.
Answer gpuCompiler(const DeviceCompiler& compiler)
{
    const auto& nvrtc = compiler.nvrtc();
    return {nlohmann::json::array({{{"name", "nvrtc"},
                                    {"usable", nvrtc.has_value()},
                                    {"version", nvrtc ? nvrtc->versionText() : ""},
                                    {"path", nvrtc ? nvrtc->path() : ""},
                                    {"why_not", nvrtc ? "" : nvrtc.error().message}}}),
            nvrtc ? fmt::format("NVRTC {} ({})", nvrtc->versionText(), nvrtc->path()) : nvrtc.error().message};
}

std::string sizesText(const DeviceDescription& d)
{
    std::string text = fmt::format("{}, {}", d.name, d.capability.arch());
    if (d.multiprocessors > 0) {
        text += phrase(", {} (multiprocessor|multiprocessors)", d.multiprocessors).message;
    }
    if (d.clockMhz > 0) {
        text += fmt::format(" at {} MHz", groupedNumber(d.clockMhz));
    }
    text += fmt::format(", {:.0f} GB", d.memoryBytes / 1e9);
    if (d.bandwidth > 0) {
        text += fmt::format(" at {} GB/s", groupedNumber(std::llround(d.bandwidth / 1e9)));
    }
    return d.peakFp32 > 0 ? text + fmt::format(", {:.1f} TFLOP/s fp32", d.peakFp32 / 1e12) : text;
}

/// "cuda -arch=sm_90 -model=h200"; with the model if the device is a known one.
std::string targetOf(const DeviceDescription& d)
{
    const auto known = findKnownDevice(d.name);
    return fmt::format("cuda -arch={}{}", d.capability.arch(), known ? " -model=" + known->id : "");
}

void addGpus(nlohmann::json& list, const DeviceCompiler& compiler)
{
    const auto missing = [&list](const std::string& why) {
        list.push_back({{"name", "cuda"}, {"target", "cuda"}, {"text", ""}, {"usable", false}, {"why_not", why}});
    };
    const auto driver = CudaDriver::open();
    if (!driver) {
        missing(driver.error().message);
        return;
    }
    const auto devices = localCudaDevices(**driver);
    if (!devices || devices->empty()) {
        missing(devices ? "the NVIDIA driver reports no device; check CUDA_VISIBLE_DEVICES and nvidia-smi"
                        : devices.error().message);
        return;
    }
    for (const DeviceDescription& d : *devices) {
        const auto usable = compiler.check({d.capability.major * 10 + d.capability.minor}, d.driverCuda);
        list.push_back({{"name", d.id},
                        {"target", targetOf(d)},
                        {"text", fmt::format("{}, driver for CUDA {}", sizesText(d), (*driver)->versionText())},
                        {"driver", (*driver)->versionText()},
                        {"compiler", usable ? "nvrtc" : ""},
                        {"why_this_compiler", ""},
                        {"description", deviceToJson(d)},
                        {"usable", usable.has_value()},
                        {"why_not", usable ? "" : usable.error().message}});
    }
}

/// Describes an optional library of the build.
Answer libraryOf(const char* purpose, const char* name, const std::string& version, const std::string& whatLacks)
{
    const std::string whyNot = version.empty() ? "this build has no " + whatLacks : "";
    return {{{"name", name},
             {"version", version.empty() ? nlohmann::json() : nlohmann::json(version)},
             {"usable", whyNot.empty()},
             {"why_not", whyNot}},
            fmt::format("{}: {}\n", purpose, version.empty() ? whyNot : version)};
}

Exit localDevices(const Output& output)
{
    const DeviceCompiler nvrtc = DeviceCompiler::find();
    const Answer compiler = gpuCompiler(nvrtc);
    nlohmann::json list = nlohmann::json::array({cpuDevice()});
    addGpus(list, nvrtc);
    const Answer costModel =
        libraryOf("cost model", "xgboost", xgboostVersion(), "XGBoost (libxgboost-dev), so the tuners xgb and model are missing");
    const Answer models =
        libraryOf("models", "onnx", onnxVersion(), "ONNX (libonnx-dev, libprotobuf-dev), so it cannot read models");
    std::string answer;
    for (const auto& device : list) {
        const auto reason = device["why_not"].get<std::string>();
        const auto text = device["text"].get<std::string>();
        answer += fmt::format("{:<7} {}{}{}\n", device["name"].get<std::string>(), text,
                              text.empty() || reason.empty() ? "" : ": ", reason);
    }
    answer += fmt::format("GPU code generated by {}\n`devices --known` lists the GPUs whose limits are known; --target \"cuda "
                          "-model=ID\" explores their spaces without the GPU\n",
                          compiler.text);
    return output.answer({{"devices", list},
                          {"gpu_compilers", compiler.json},
                          {"libraries", nlohmann::json::array({costModel.json, models.json})}},
                         answer + costModel.text + models.text);
}

Exit knownGpus(const Output& output)
{
    nlohmann::json list = nlohmann::json::array();
    Table table({{"", "model"},
                 {"", "name"},
                 {"", "arch"},
                 {"", "SMs", "{}"},
                 {"", "MHz", ","},
                 {"", "GB", "{:.0f}", 1e-9},
                 {"", "GB/s", "{:.0f}", 1e-9},
                 {"", "fp32 TFLOP/s", "{:.1f}", 1e-12},
                 {"", "L2 MiB", "{:.4g}", 1.0 / (1 << 20)},
                 {"", "shared KiB per block", "{}"}});
    for (const DeviceDescription& d : knownDevices()) {
        const bool isLarger = d.sharedPerBlockOptin > d.sharedPerBlock;
        const std::string larger = isLarger ? fmt::format(" ({})", d.sharedPerBlockOptin >> 10) : "";
        list.push_back(deviceToJson(d));
        table.add({d.id, d.name, d.capability.arch(), d.multiprocessors, d.clockMhz, d.memoryBytes, d.bandwidth, d.peakFp32,
                   positiveCell(static_cast<double>(d.l2Bytes)), fmt::format("{}{}", d.sharedPerBlock >> 10, larger)});
    }
    return output.answer({{"devices", list}}, table.toText());
}

} // namespace

void addDeviceCommand(CLI::App& app, const Output& output, Action& action)
{
    auto known = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("devices", "List the devices that kernels can run on, and what is missing");
    command->add_flag("--known", *known, "List the GPUs with known limits, for --target \"cuda -model=…\"");
    whenChosen(*command, action, [=, &output] { return *known ? knownGpus(output) : localDevices(output); });
}

} // namespace knobscope::cli
