// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/buildkernel.h"

#include "core/lower/lower.h"
#include "core/target/host.h"
#include "core/target/targetdevice.h"
#include "core/task/gpulimits.h"
#include "core/timing/imagemessage.h"
#ifdef KNOBSCOPE_HAVE_LLVM
#include "core/codegen/llvm/compile.h"
#endif

namespace knobscope {

namespace {

Result<CompiledKernel> generateCode(const Task& task, const ir::LoopNest& nest)
{
#ifdef KNOBSCOPE_HAVE_LLVM
    const auto target = TRY(llvmTargetOf(task.target));
    TRY(checkRunsHere(task.target));
    return compileLoopNest(nest, target);
#else
    (void)nest;
    return fail(ErrorCode::Unsupported, "This build has no LLVM; kernels for '{}' cannot be compiled", task.target.text);
#endif
}

/// Architecture of the target's -arch option (with its suffix), else the device's.
Result<CudaArchitecture> architectureFor(const Task& task, const DeviceDescription& device)
{
    if (task.target.attr("arch").empty() && device.capability.isKnown()) {
        return CudaArchitecture{device.capability.major * 10 + device.capability.minor};
    }
    return cudaArchitectureOf(task.target);
}

/// Builds a GPU config: lowers, checks the program against the limits of `device`, and compiles for the target's architecture or
/// else the device's. The error of a failed compilation contains the whole log; `out` already has the error number.
Result<void> buildForGpu(BuildOutcome& out, const Task& task, const ConfigEntity& entity, const DeviceDescription& device,
                         const DeviceCompiler& compiler)
{
    const StageClock lowering("lower");
    auto lowered = lowerDeviceConfig(task, entity);
    out.stages.push_back(lowering.finish());
    const auto program = TRY(std::move(lowered));
    TRY(checkProgramLimits(program, entity, device));
    const auto architecture = TRY(architectureFor(task, device));
    out.error = MeasureError::CompileDevice;
    TRY(compiler.check(architecture, device.driverCuda));
    const StageClock compiling("nvrtc");
    auto compiled = compiler.compile(program, {architecture});
    out.stages.push_back(compiling.finish());
    auto image = TRY(std::move(compiled));
    out.kernel = imageHeader(image);
    out.code = std::move(image.bytes);
    return {};
}

} // namespace

Result<const Task*> KernelBuilder::task(const nlohmann::json& description)
{
    const std::string key = description.dump();
    if (const auto known = m_tasks.find(key); known != m_tasks.end()) {
        return &known->second;
    }
    auto made = TRY(taskFromJson(description));
    return &m_tasks.emplace(key, std::move(made)).first->second;
}

const DeviceCompiler& KernelBuilder::compiler()
{
    if (!m_compiler) {
        m_compiler = DeviceCompiler::find();
    }
    return *m_compiler;
}

BuildOutcome KernelBuilder::build(const nlohmann::json& task, const nlohmann::json& entity, const nlohmann::json& device)
{
    BuildOutcome out;
    out.error = MeasureError::Instantiation; // error number of any failure from here on
    if (const auto built = build(out, task, entity, device); !built) {
        out.why = built.error();
        return out;
    }
    out.error = MeasureError::None;
    return out;
}

Result<void> KernelBuilder::build(BuildOutcome& out, const nlohmann::json& description, const nlohmann::json& entityJson,
                                  const nlohmann::json& deviceJson)
{
    const Task* const known = TRY(task(description));
    const Task& made = *known;
    const auto entity = TRY(entityFromJson(entityJson));
    if (made.isGpu) {
        const auto device = TRY(deviceJson.is_null() ? deviceOf(made.target) : deviceFromJson(deviceJson));
        return buildForGpu(out, made, entity, device, compiler());
    }
    const StageClock lowering("lower");
    auto lowered = lowerConfig(made, entity);
    out.stages.push_back(lowering.finish());
    const auto nest = TRY(std::move(lowered));
    out.error = MeasureError::CompileHost;
    const StageClock compiling("codegen");
    auto compiled = generateCode(made, nest);
    out.stages.push_back(compiling.finish());
    auto kernel = TRY(std::move(compiled));
    out.kernel = kernelHeader(kernel);
    out.code = std::move(kernel.object);
    return {};
}

} // namespace knobscope
