// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/kernelrunner.h"

#include "core/measure/answercheck.h"
#include "core/measure/firstcalllimit.h"

namespace knobscope {

namespace {

void fill(RunOutcome& out, const Error& problem)
{
    out.error = problem.code == ErrorCode::Timeout     ? MeasureError::RunTimeout
              : problem.code == ErrorCode::Unsupported ? MeasureError::CompileDevice
                                                       : MeasureError::RuntimeDevice;
    out.message = problem.message;
    out.costs.clear();
    out.isReference = false;
    out.ratio.reset();
    const bool isLost =
        problem.code == ErrorCode::Crashed || problem.code == ErrorCode::Timeout || problem.code == ErrorCode::NotFound;
    out.mustRestart = isLost;
}

} // namespace

KernelRunner::KernelRunner(std::unique_ptr<KernelHost> host)
    : m_host(std::move(host))
{
}

KernelRunner::~KernelRunner() = default;

Result<std::unique_ptr<TimedKernel>> KernelRunner::prepare(const PackedKernel& kernel, const MeasureOptions& options)
{
    if (!m_host->suits(options)) {
        m_timer.clear();
    }
    return m_host->prepare(kernel, options);
}

Result<void> KernelRunner::checkOutput(const std::string& taskKey, TimedKernel& kernel, const nlohmann::json& task,
                                       const nlohmann::json& entityJson, double tolerance)
{
    if (m_host->layoutsAreFixed() && m_answerKey == taskKey) {
        return compareAnswer(kernel, m_answer, tolerance);
    }
    const auto made = m_tasks.task(task);
    const auto entity = entityFromJson(entityJson);
    if (!made || !entity) {
        return fail(made ? entity.error().code : made.error().code, "The answer could not be checked: {}",
                    made ? entity.error().message : made.error().message);
    }
    auto expected = expectedAnswer(**made, *entity, kernel);
    if (!expected) {
        return fail(expected);
    }
    m_answerKey = taskKey;
    m_answer = std::move(*expected);
    return compareAnswer(kernel, m_answer, tolerance);
}

RunOutcome KernelRunner::run(const std::string& taskKey, const PackedKernel& packed, const MeasureOptions& options,
                             const nlohmann::json& task, const nlohmann::json& entity, double firstCallSeconds)
{
    RunOutcome out;
    m_host->trim();
    const StageClock loading("load");
    auto kernel = prepare(packed, options);
    out.stages.push_back(loading.finish());
    if (!kernel) {
        fill(out, kernel.error());
        return out;
    }
    const StageClock warming("warm up");
    const double warmUpSeconds = [&] {
        const FirstCallLimit limit(firstCallSeconds);
        return (*kernel)->timed(1);
    }();
    out.stages.push_back(warming.finish());
    if (const auto problem = (*kernel)->problem()) {
        fill(out, *problem);
        return out;
    }
    if (options.check) {
        const StageClock checking("check");
        const double tolerance = packed.header.value("tolerance", toleranceOf((*kernel)->arguments().back().type));
        const auto right = checkOutput(taskKey, **kernel, task, entity, tolerance);
        out.stages.push_back(checking.finish());
        if (!right) {
            out.error = MeasureError::WrongAnswer;
            out.message = right.error().message;
            return out;
        }
    }
    const StageClock timing("time");
    const auto problem = m_timer.time(taskKey, std::move(*kernel), warmUpSeconds, options, out);
    out.stages.push_back(timing.finish());
    if (problem) {
        fill(out, *problem);
    } else if (!out.message.empty()) {
        out.stages.back().name = "time (throttled)";
    }
    return out;
}

Result<void> KernelRunner::setReference(const std::string& taskKey, const PackedKernel& packed, double seconds,
                                        const MeasureOptions& options)
{
    auto kernel = prepare(packed, options);
    if (!kernel) {
        return fail(kernel);
    }
    (*kernel)->call();
    if (const auto problem = (*kernel)->problem()) {
        return tl::make_unexpected(*problem);
    }
    m_timer.setReference(taskKey, std::move(*kernel), seconds);
    return {};
}

Result<std::vector<double>> KernelRunner::compare(const std::vector<PackedKernel>& packed, const MeasureOptions& options)
{
    std::vector<std::unique_ptr<TimedKernel>> kernels;
    for (const PackedKernel& one : packed) {
        auto kernel = prepare(one, options);
        if (!kernel) {
            return fail(kernel);
        }
        kernels.push_back(std::move(*kernel));
    }
    return timeInTurn(kernels);
}

} // namespace knobscope
