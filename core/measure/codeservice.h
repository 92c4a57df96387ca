// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/buildkernel.h"
#include "core/measure/channel.h"

namespace knobscope {

/// The worker's side of a CodeWorker: compiled code for people to read. Nothing of it is run.
class CodeService
{
public:
    /// `builder` keeps the tasks.
    explicit CodeService(KernelBuilder& builder)
        : m_builder(builder)
    {
    }
    /// The op "code", "ptx", "image" or "try"; a refusal has a "message". May throw nlohmann's exceptions.
    Message answer(const Message& request);

private:
    Result<Message> answerOrFail(const nlohmann::json& request);
    Result<Message> code(const Task& task, const ConfigEntity& entity, const nlohmann::json& levels);
    Result<Message> ptx(const ir::DeviceProgram& program, const CudaArchitecture& architecture, DeviceCompiler compiler);
    Result<Message> image(const ir::DeviceProgram& program, const CudaArchitecture& architecture, DeviceCompiler compiler);
    const DeviceCompilers& compilers();

    KernelBuilder& m_builder;
    std::optional<DeviceCompilers> m_compilers; ///< looked for when first needed
};

} // namespace knobscope
