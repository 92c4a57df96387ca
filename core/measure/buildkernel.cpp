// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/buildkernel.h"

#include "core/lower/lower.h"
#include "core/task/host.h"
#include "core/task/targetdevice.h"
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

} // namespace

BuildOutcome failedBuild(MeasureError error, const Error& why, BuildOutcome outcome)
{
    outcome.error = error;
    outcome.why = why;
    return outcome;
}

Result<const Task*> KernelBuilder::task(const nlohmann::json& description)
{
    const std::string key = description.dump();
    if (const auto known = m_tasks.find(key); known != m_tasks.end()) {
        return &known->second;
    }
    auto made = TRY(taskFromJson(description));
    return &m_tasks.emplace(key, std::move(made)).first->second;
}

BuildOutcome KernelBuilder::build(const nlohmann::json& description, const nlohmann::json& entityJson,
                                  const nlohmann::json& deviceJson)
{
    BuildOutcome out;
    const auto made = task(description);
    const auto entity = entityFromJson(entityJson);
    if (!made || !entity) {
        return failedBuild(MeasureError::Instantiation, made ? entity.error() : made.error(), std::move(out));
    }
    if ((*made)->isGpu) {
        const auto device = deviceJson.is_null() ? deviceOf((*made)->target) : deviceFromJson(deviceJson);
        if (!m_compilers) {
            m_compilers = DeviceCompilers::find();
        }
        return device ? buildForGpu(**made, *entity, *device, *m_compilers)
                      : failedBuild(MeasureError::Instantiation, device.error(), std::move(out));
    }
    const StageClock lowering("lower");
    const auto nest = lowerConfig(**made, *entity);
    out.stages.push_back(lowering.finish());
    if (!nest) {
        return failedBuild(MeasureError::Instantiation, nest.error(), std::move(out));
    }
    const StageClock compiling("codegen");
    auto kernel = generateCode(**made, *nest);
    out.stages.push_back(compiling.finish());
    if (!kernel) {
        return failedBuild(MeasureError::CompileHost, kernel.error(), std::move(out));
    }
    out.kernel = kernelHeader(*kernel);
    out.code = std::move(kernel->object);
    return out;
}

} // namespace knobscope
