// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/codeworker.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"
#include "core/target/host.h"
#include "core/timing/imagemessage.h"
#include "core/worker/codemessage.h"

#include <thread>

namespace knobscope {

namespace {

bool isStopped(const std::atomic<bool>* stop)
{
    return stop && *stop;
}

Message configRequest(const char* op, const Task& task, const ConfigEntity& entity)
{
    return {{{"op", op}, {"task", taskToJson(task)}, {"entity", entityToJson(entity)}}, {}};
}

/// Returns true if the target causes the failure, not a missing worker.
bool isOfTarget(const Error& error)
{
    return error.code != ErrorCode::NotFound && error.code != ErrorCode::Io;
}

} // namespace

CodeWorker::CodeWorker()
    : CodeWorker(Options())
{
}

CodeWorker::CodeWorker(Options options)
    : m_options(std::move(options))
{
}

Result<Message> CodeWorker::ask(const Message& request, const Target& target, double seconds, const std::atomic<bool>* stop)
{
    std::unique_lock turn(m_turn, std::defer_lock);
    while (!turn.try_lock_for(std::chrono::milliseconds(10))) {
        if (isStopped(stop)) {
            return fail(ErrorCode::Timeout, "It is no longer needed");
        }
    }
    if (!m_worker) {
        const auto executable = TRY(findWorker(m_options.worker));
        WorkerProcess::Options options{executable, {}, m_options.memoryLimitBytes};
        options.captureStderr = true;
        m_worker = std::make_unique<RestartingWorker>(options, "compiler");
    }
    TRY(m_worker->ensure());
    auto answer = m_worker->ask(request, seconds, stop);
    if (!answer && answer.error().code != ErrorCode::Timeout && !isStopped(stop)) {
        answer = m_worker->ask(request, seconds, stop); // retry in case it was killed externally; a fault in the code recurs
    }
    if (!answer && answer.error().code == ErrorCode::Io) {
        return fail(ErrorCode::Io, "No code can be generated at the moment: {}", answer.error());
    }
    if (!answer && answer.error().code == ErrorCode::Timeout && isStopped(stop)) {
        return fail(ErrorCode::Timeout, "Generating code for '{}' was stopped", target.text);
    }
    if (!answer && answer.error().code == ErrorCode::Timeout) {
        return fail(ErrorCode::Timeout,
                    "Generating code for '{}' took longer than {:g} s and was stopped; choose another target or config",
                    target.text, seconds);
    }
    if (!answer) {
        return fail(ErrorCode::Crashed,
                    "The compiler crashed while generating code for '{}': {}; choose another target or config", target.text,
                    answer.error());
    }
    if (answer->header.contains("message")) {
        return fail(ErrorCode::Unsupported, "{}", readSentence(answer->header, "message"));
    }
    return answer;
}

Result<std::vector<LevelText>> CodeWorker::levels(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> wanted,
                                                  const std::atomic<bool>* stop, KernelCode* estimated)
{
    Message request = configRequest("code", task, entity);
    for (const CodeLevel level : wanted) {
        request.header["levels"].push_back(levelName(level));
    }
    const auto answer = TRY(ask(request, task.target, m_options.seconds, stop));
    auto made = TRY(levelsOf(answer));
    if (made.size() != wanted.size()) {
        return fail(ErrorCode::Corrupt, "The worker sent {} levels of code instead of {}", made.size(), wanted.size());
    }
    if (estimated) {
        readLoopEstimate(answer, *estimated);
    }
    return made;
}

KernelCode CodeWorker::code(const Task& task, const ConfigEntity& entity, const std::atomic<bool>* stop)
{
    KernelCode code = uncompiledCode(task, entity);
    if (!code.level(CodeLevel::Loops).problem.empty()) {
        return code; // nothing to compile
    }
    std::vector<CodeLevel> wanted{CodeLevel::Assembly};
    if (!task.isGpu) {
        wanted.insert(wanted.begin(), CodeLevel::Llvm);
    }
    auto made = levels(task, entity, wanted, stop, &code);
    for (size_t i = 0; i < wanted.size(); ++i) {
        LevelText& level = code.levels[static_cast<size_t>(wanted[i])];
        if (made) {
            level = std::move((*made)[i]);
        } else {
            level.problem = made.error();
        }
    }
    if (!task.isGpu) {
        code.assembly = assemblyFactsOf(code.level(CodeLevel::Assembly).lines);
    }
    return code;
}

Result<CodeText> CodeWorker::text(const Task& task, const ConfigEntity& entity, CodeLevel level, const std::atomic<bool>* stop)
{
    const CodeLevel wanted[]{level};
    auto made = TRY(levels(task, entity, wanted, stop));
    LevelText& text = made.front();
    if (!text.problem.empty()) {
        return fail(ErrorCode::Unsupported, "{}", text.problem);
    }
    return CodeText{std::move(text.lines), std::move(text.nestLine)};
}

Result<DeviceImage> CodeWorker::image(const Task& task, const ConfigEntity& entity)
{
    const auto answer = TRY(ask(configRequest("image", task, entity), task.target, m_options.seconds, nullptr));
    return imageFrom(answer.header.value("kernel", nlohmann::json::object()), answer.blob);
}

Result<void> CodeWorker::tryTarget(const Target& target, const std::atomic<bool>* stop)
{
    if (target.kind != "llvm" || isThisMachine(target)) {
        return {};
    }
    {
        const std::lock_guard lock(m_triedMutex);
        if (const auto known = m_tried.find(target.text); known != m_tried.end()) {
            return known->second;
        }
    }
    const auto answer = ask({{{"op", "try"}, {"target", target.text}}, {}}, target, m_options.trialSeconds, stop);
    if (isStopped(stop) || (!answer && !isOfTarget(answer.error()))) {
        return {};
    }
    Result<void> result;
    if (!answer) {
        const bool isRefused = answer.error().code == ErrorCode::Unsupported;
        result = isRefused
                   ? fail(ErrorCode::InvalidArgument, "No code can be generated for '{}', not even for a simple kernel: {}",
                          target.text, answer.error())
                   : fail(ErrorCode::InvalidArgument, "{}", answer.error());
    }
    const std::lock_guard lock(m_triedMutex);
    m_tried.insert_or_assign(target.text, result);
    return result;
}

} // namespace knobscope
