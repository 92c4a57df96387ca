// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/codeservice.h"

#include "core/codegen/cuda/programfor.h"
#include "core/codegen/llvm/nvptx.h"
#include "core/measure/codemessage.h"
#include "core/measure/imagemessage.h"

namespace knobscope {

namespace {

Result<Message> tryTarget(const std::string& text)
{
    const auto target = TRY(parseTarget(text));
    TRY(trySimpleKernel(target));
    return Message{{{"ok", true}}, {}};
}

} // namespace

Message CodeService::answer(const Message& request)
{
    auto answer = answerOrFail(request.header);
    return answer ? *std::move(answer) : verdict(MeasureError::CompileHost, answer.error());
}

Result<Message> CodeService::answerOrFail(const nlohmann::json& h)
{
    const std::string op = h.value("op", "");
    if (op == "try") {
        return tryTarget(h.at("target").get<std::string>());
    }
    const auto* task = TRY(m_builder.task(h.at("task")));
    const auto entity = TRY(entityFromJson(h.at("entity")));
    if (op == "code") {
        return code(*task, entity, h.at("levels"));
    }
    const auto program = TRY(lowerDeviceConfig(*task, entity));
    const auto architecture = TRY(cudaArchitectureOf(task->target));
    const auto compiler = TRY(parseDeviceCompiler(h.at("compiler").get<std::string>()));
    const ir::DeviceProgram suited = programFor(program, architecture);
    return op == "ptx" ? ptx(suited, architecture, compiler) : image(suited, architecture, compiler);
}

Result<Message> CodeService::code(const Task& task, const ConfigEntity& entity, const nlohmann::json& levels)
{
    std::vector<CodeLevel> wanted;
    for (const auto& name : levels) {
        const auto level = TRY(parseLevel(name.get<std::string>()));
        wanted.push_back(level);
    }
    const KernelCode made = kernelCode(task, entity, wanted);
    Message message{{{"levels", nlohmann::json::array()}}, {}};
    for (const CodeLevel level : wanted) {
        addLevel(message, made.level(level));
    }
    return message;
}

Result<Message> CodeService::ptx(const ir::DeviceProgram& program, const CudaArchitecture& architecture, DeviceCompiler compiler)
{
    const auto chosen = TRY(compilers().choose(compiler, architecture));
    const auto text = TRY(compilers().ptxText(program, {architecture, chosen}));
    const auto made = chosen == DeviceCompiler::Llvm ? nvptxArchitecture(architecture) : architecture;
    Message message{{{"levels", nlohmann::json::array()},
                     {"compiler", compilerName(chosen)},
                     {"architecture", (made ? *made : architecture).text()}},
                    {}};
    addLevel(message, {text.lines, text.nestLine, {}});
    return message;
}

Result<Message> CodeService::image(const ir::DeviceProgram& program, const CudaArchitecture& architecture,
                                   DeviceCompiler compiler)
{
    auto made = TRY(compilers().compile(program, {architecture, compiler}));
    return Message{{{"kernel", imageHeader(made)}}, std::move(made.bytes)};
}

const DeviceCompilers& CodeService::compilers()
{
    if (!m_compilers) {
        m_compilers = DeviceCompilers::find();
    }
    return *m_compilers;
}

} // namespace knobscope
