// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/kernelcounts.h"

#include "core/base/member.h"
#include "core/base/numbertext.h"
#include "core/target/host.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/workerprocess.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kBuildSeconds = 60;
constexpr double kCountSeconds = 60;

struct EventKind {
    std::string_view name;
    Sentence (*title)();
    const char* explanation;
};
const EventKind kEventKinds[]{
    {"cycles", [] { return phrase("Cycles"); }, "Cycles of the core in the kernel's own code."},
    {"instructions", [] { return phrase("Instructions"); }, "Completed instructions of the kernel's own code."},
    {"L1d misses", [] { return phrase("L1 misses"); }, "Reads that the first-level data cache could not answer."},
    {"LLC misses", [] { return phrase("Last-level misses"); }, "Accesses that no cache could answer."},
    {"branch misses", [] { return phrase("Branch misses"); }, "Branches that the CPU predicted wrongly."},
    {"task clock", [] { return phrase("Time on a core"); },
     "Time in which the system ran the kernel; less than the time of a call: "
     "other programs used the core."},
    {"page faults", [] { return phrase("Page faults"); }, "Accesses to memory that the system had to map first."},
    {"context switches", [] { return phrase("Context switches"); }, "How often the system gave the core to another program."},
};

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

std::vector<Figure> countFigures(const KernelCounts& counts)
{
    const double cycles = counts.of("cycles");
    const double instructions = counts.of("instructions");
    std::vector<Figure> figures;
    for (const EventCount& event : counts.events) {
        const auto kind = std::ranges::find(kEventKinds, event.name, &EventKind::name);
        if (kind == std::end(kEventKinds)) {
            continue;
        }
        Sentence value = phrase("{} per call", groupedNumber(std::llround(event.count)));
        if (event.name == "cycles" && counts.seconds > 0) {
            value = phrase("{}, {:.2f} GHz", value, event.count / counts.seconds / 1e9);
        } else if (event.name == "instructions" && cycles > 0) {
            value = phrase("{}, {:.2f} per cycle", value, event.count / cycles);
        } else if (event.name == "task clock") {
            value = phrase("{:.4g} ms per call", event.count / 1e6);
        } else if (event.name.ends_with("misses") && instructions > 0) {
            value = phrase("{}, {:.2f} per 1,000 instructions", value, 1000 * event.count / instructions);
        }
        if (event.share < 1) {
            value = phrase("{}; counted in {:.0f} % of the time", value, 100 * event.share);
        }
        figures.push_back({event.name, kind->title(), std::move(value), event.count, "per call", kind->explanation});
    }
    if (!counts.problem.empty()) {
        figures.push_back({"hardware events",
                           phrase("Hardware events"),
                           counts.problem,
                           {},
                           {},
                           "Counted by the CPU; without them only what the system counts is known.",
                           Figure::Tone::Unknown});
    }
    return figures;
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
