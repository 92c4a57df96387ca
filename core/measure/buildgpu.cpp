// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/buildkernel.h"
#include "core/measure/imagemessage.h"
#include "core/task/gpulimits.h"

namespace knobscope {

namespace {

/// The target's own -arch (with its suffix), else the device's.
Result<CudaArchitecture> architectureFor(const Task& task, const DeviceDescription& device)
{
    if (task.target.attr("arch").empty() && device.capability.isKnown()) {
        return CudaArchitecture{device.capability.major * 10 + device.capability.minor};
    }
    return cudaArchitectureOf(task.target);
}

} // namespace

Result<void> buildForGpu(BuildOutcome& out, const Task& task, const ConfigEntity& entity, const DeviceDescription& device,
                         const DeviceCompilers& compilers)
{
    TRY(checkKnobLimits(task, entity, device));
    const StageClock lowering("lower");
    auto lowered = lowerDeviceConfig(task, entity);
    out.stages.push_back(lowering.finish());
    const auto program = TRY(std::move(lowered));
    TRY(checkProgramLimits(program, task, entity, device));
    const auto architecture = TRY(architectureFor(task, device));
    out.error = MeasureError::CompileDevice;
    const auto compiler = TRY(compilers.choose(DeviceCompiler::Automatic, architecture, device.driverCuda));
    const StageClock compiling(compilerName(compiler));
    auto compiled = compilers.compile(program, {architecture, compiler});
    out.stages.push_back(compiling.finish());
    auto image = TRY(std::move(compiled));
    if (const Sentence why = compilers.whyNotNvrtc(architecture, device.driverCuda);
        !why.empty() && compiler == DeviceCompiler::Llvm) {
        image.note = phrase("Compiled by LLVM: {}", why);
    }
    out.kernel = imageHeader(image);
    out.code = std::move(image.bytes);
    return {};
}

} // namespace knobscope
