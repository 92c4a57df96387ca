// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/kernelcounts.h"

#include "core/base/member.h"
#include "core/target/host.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/workerprocess.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr double kBuildSeconds = 60;
constexpr double kCountSeconds = 60;

/// The answer of one of the worker's steps; its message becomes the error.
Result<Message> askStep(WorkerProcess& process, const Message& request, double seconds, const std::atomic<bool>* stop)
{
    auto answer = process.ask(request, seconds, stop);
    if (!answer) {
        return fail(answer.error().code, "The kernel's events cannot be counted: {}", process.exitReason());
    }
    if (const Sentence why = readSentence(answer->header, "message"); !why.empty()) {
        return fail(ErrorCode::Unsupported, "{}", why);
    }
    return answer;
}

} // namespace

double KernelCounts::of(std::string_view event) const
{
    const auto found = std::ranges::find(events, event, &EventCount::name);
    return found == events.end() ? 0 : found->count;
}

std::vector<Sentence> countRemarks(const KernelCounts& counts)
{
    std::vector<Sentence> remarks;
    const double cycles = counts.of("cycles");
    if (const double instructions = counts.of("instructions"); cycles > 0 && instructions > 0) {
        remarks.push_back(phrase("{:.2f} instructions per cycle", instructions / cycles));
    }
    if (cycles > 0 && counts.seconds > 0) {
        remarks.push_back(phrase("{:.2f} GHz", cycles / counts.seconds / 1e9));
    }
    if (!counts.problem.empty()) {
        remarks.push_back(counts.problem);
    }
    return remarks;
}

Result<KernelCounts> countKernel(const Task& task, const ConfigEntity& entity, const std::string& worker,
                                 const std::atomic<bool>* stop)
{
    if (task.isGpu) {
        return fail(ErrorCode::Unsupported, "Events are counted on CPUs; the task '{}' is a GPU's", task.name);
    }
    TRY(checkRunsHere(task.target));
    const auto executable = TRY(findWorker(worker));
    WorkerProcess::Options options{executable};
    options.captureStderr = true;
    auto process = TRY(WorkerProcess::start(options));
    const nlohmann::json description = taskToJson(task);
    const nlohmann::json config = entityToJson(entity);
    auto built = TRY(askStep(*process, {{{"op", "build"}, {"task", description}, {"entity", config}}, {}}, kBuildSeconds, stop));
    const Message count{{{"op", "count"},
                         {"key", "counted"},
                         {"kernel", memberOr(built.header, "kernel", nlohmann::json())},
                         {"options", nlohmann::json(MeasureOptions())}},
                        std::move(built.blob)};
    const auto answer = TRY(askStep(*process, count, kCountSeconds, stop));
    return fromJson<KernelCounts>(memberOr(answer.header, "counts", nlohmann::json::object()));
}

} // namespace knobscope
