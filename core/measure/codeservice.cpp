// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/codeservice.h"

#include "core/codegen/cuda/programfor.h"
#include "core/json/sentencejson.h"
#include "core/measure/codemessage.h"
#include "core/measure/imagemessage.h"

namespace knobscope {

namespace {

Message refusal(const Error& why)
{
    Message message{{{"error", static_cast<int>(MeasureError::CompileHost)}}, {}};
    putSentence(message.header, "message", why);
    return message;
}

Message tryTarget(const std::string& text)
{
    const auto target = parseTarget(text);
    const auto tried = target ? trySimpleKernel(*target) : fail(target);
    return tried ? Message{{{"ok", true}}, {}} : refusal(tried.error());
}

} // namespace

bool CodeService::knows(const std::string& op)
{
    return op == "code" || op == "ptx" || op == "image" || op == "try";
}

Message CodeService::answer(const Message& request)
{
    const auto& h = request.header;
    const std::string op = h.value("op", "");
    if (op == "try") {
        return tryTarget(h.at("target").get<std::string>());
    }
    const auto task = m_builder.task(h.at("task"));
    const auto entity = entityFromJson(h.at("entity"));
    if (!task || !entity) {
        return refusal(task ? entity.error() : task.error());
    }
    if (op == "code") {
        return code(**task, *entity, h.at("levels"));
    }
    const auto program = lowerDeviceConfig(**task, *entity);
    const auto architecture = cudaArchitectureOf((*task)->target);
    const auto compiler = parseDeviceCompiler(h.at("compiler").get<std::string>());
    if (!program || !architecture || !compiler) {
        return refusal(!program ? program.error() : architecture ? compiler.error() : architecture.error());
    }
    const ir::DeviceProgram suited = programFor(*program, *architecture);
    return op == "ptx" ? ptx(suited, *architecture, *compiler) : image(suited, *architecture, *compiler);
}

Message CodeService::code(const Task& task, const ConfigEntity& entity, const nlohmann::json& levels)
{
    std::vector<CodeLevel> wanted;
    for (const auto& name : levels) {
        const auto level = parseLevel(name.get<std::string>());
        if (!level) {
            return refusal(level.error());
        }
        wanted.push_back(*level);
    }
    const KernelCode made = kernelCode(task, entity, wanted);
    Message message{{{"levels", nlohmann::json::array()}}, {}};
    for (const CodeLevel level : wanted) {
        addLevel(message, made.level(level));
    }
    return message;
}

Message CodeService::ptx(const ir::DeviceProgram& program, const CudaArchitecture& architecture, DeviceCompiler compiler)
{
    const auto chosen = compilers().choose(compiler, architecture);
    const auto text = chosen ? compilers().ptxText(program, {architecture, *chosen}) : fail(chosen);
    if (!text) {
        return refusal(text.error());
    }
    const auto made = *chosen == DeviceCompiler::Llvm ? architectureOfLlvm(architecture) : architecture;
    Message message{{{"levels", nlohmann::json::array()},
                     {"compiler", compilerName(*chosen)},
                     {"architecture", (made ? *made : architecture).text()}},
                    {}};
    addLevel(message, {text->lines, text->nestLine, {}});
    return message;
}

Message CodeService::image(const ir::DeviceProgram& program, const CudaArchitecture& architecture, DeviceCompiler compiler)
{
    auto made = compilers().compile(program, {architecture, compiler});
    if (!made) {
        return refusal(made.error());
    }
    return {{{"kernel", imageHeader(*made)}}, std::move(made->bytes)};
}

const DeviceCompilers& CodeService::compilers()
{
    if (!m_compilers) {
        m_compilers = DeviceCompilers::find();
    }
    return *m_compilers;
}

} // namespace knobscope
