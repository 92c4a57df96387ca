// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/emulatedcheck.h"

#include "core/measure/kernelmessage.h"
#include "core/measure/workerprocess.h"

namespace knobscope {

namespace {

EmulatedResult resultOf(const Result<Message>& answer)
{
    EmulatedResult out;
    if (!answer) {
        const bool timedOut = answer.error().code == ErrorCode::Timeout;
        out.error = timedOut ? MeasureError::RunTimeout : MeasureError::RuntimeDevice;
        out.message = answer.error().message;
        return out;
    }
    const auto& h = answer->header;
    out.error = static_cast<MeasureError>(h.value("error", static_cast<int>(MeasureError::Unknown)));
    out.message = h.value("message", "");
    out.relativeError = h.value("relative_error", 0.0);
    out.kernels = h.value("kernels", size_t{0});
    out.barriers = h.value("barriers", size_t{0});
    return out;
}

} // namespace

Result<std::vector<EmulatedResult>> checkEmulated(const nlohmann::json& task, std::span<const ConfigEntity> entities,
                                                  const MeasureOptions& options)
{
    const auto executable = findWorker(options.worker);
    if (!executable) {
        return fail(executable);
    }
    std::unique_ptr<WorkerProcess> worker;
    std::vector<EmulatedResult> results;
    for (const ConfigEntity& entity : entities) {
        if (!worker) {
            auto started = WorkerProcess::start({*executable, {}, options.memoryLimitBytes});
            if (!started) {
                return fail(started);
            }
            worker = std::move(*started);
        }
        const double start = steadySeconds();
        const Message request{{{"op", "emulate"}, {"task", task}, {"entity", entityToJson(entity)}, {"seed", options.seed}}, {}};
        auto answer = worker->ask(request, options.timeoutSeconds);
        if (!answer) {
            worker->kill();
            const bool timedOut = answer.error().code == ErrorCode::Timeout;
            const std::string why = timedOut ? fmt::format("it took longer than {:g} s and was stopped", options.timeoutSeconds)
                                             : worker->howItEnded();
            if (worker->wasEndedFromOutside()) {
                return fail(ErrorCode::Io, "The worker was ended by another program ({})", why);
            }
            answer = fail(answer.error().code, "{}", why);
            worker.reset();
        }
        results.push_back(resultOf(answer));
        results.back().seconds = steadySeconds() - start;
    }
    return results;
}

} // namespace knobscope
