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

BuildOutcome buildForGpu(const Task& task, const ConfigEntity& entity, const DeviceDescription& device,
                         const DeviceCompilers& compilers)
{
    BuildOutcome out;
    if (const auto allowed = checkKnobLimits(task, entity, device); !allowed) {
        return failedBuild(MeasureError::Instantiation, allowed.error(), std::move(out));
    }
    const StageClock lowering("lower");
    const auto program = lowerDeviceConfig(task, entity);
    out.stages.push_back(lowering.finish());
    if (!program) {
        return failedBuild(MeasureError::Instantiation, program.error(), std::move(out));
    }
    if (const auto allowed = checkProgramLimits(*program, task, entity, device); !allowed) {
        return failedBuild(MeasureError::Instantiation, allowed.error(), std::move(out));
    }
    const auto architecture = architectureFor(task, device);
    if (!architecture) {
        return failedBuild(MeasureError::Instantiation, architecture.error(), std::move(out));
    }
    const auto compiler = compilers.choose(DeviceCompiler::Automatic, *architecture, device.driverCuda);
    if (!compiler) {
        return failedBuild(MeasureError::CompileDevice, compiler.error(), std::move(out));
    }
    const StageClock compiling(compilerName(*compiler));
    auto image = compilers.compile(*program, {*architecture, *compiler});
    out.stages.push_back(compiling.finish());
    if (!image) {
        return failedBuild(MeasureError::CompileDevice, image.error(), std::move(out));
    }
    if (const Sentence why = compilers.whyNotNvrtc(*architecture, device.driverCuda);
        !why.empty() && *compiler == DeviceCompiler::Llvm) {
        image->note = phrase("Compiled by LLVM: {}", why);
    }
    out.kernel = imageHeader(*image);
    out.code = std::move(image->bytes);
    return out;
}

} // namespace knobscope
