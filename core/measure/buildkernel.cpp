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

Result<const Task*> KernelBuilder::task(const nlohmann::json& description)
{
    const std::string key = description.dump();
    if (const auto known = m_tasks.find(key); known != m_tasks.end()) {
        return &known->second;
    }
    auto made = TRY(taskFromJson(description));
    return &m_tasks.emplace(key, std::move(made)).first->second;
}

BuildOutcome KernelBuilder::build(const nlohmann::json& task, const nlohmann::json& entity, const nlohmann::json& device)
{
    BuildOutcome out;
    out.error = MeasureError::Instantiation; // what a failure is, from here on
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
        if (!m_compilers) {
            m_compilers = DeviceCompilers::find();
        }
        return buildForGpu(out, made, entity, device, *m_compilers);
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
