// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/emulatedcheck.h"

#include "core/base/member.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/trialjob.h"

namespace knobscope {

namespace {

EmulatedResult resultOf(const Result<Message>& answer)
{
    EmulatedResult out;
    if (!answer) {
        const bool timedOut = answer.error().code == ErrorCode::Timeout;
        out.error = timedOut ? MeasureError::RunTimeout : MeasureError::RuntimeDevice;
        out.why = answer.error();
        return out;
    }
    MeasureResult status;
    readStatus(status, answer->header);
    out.error = status.error;
    out.why = std::move(status.why);
    out.relativeError = memberOr(answer->header, "relative_error", 0.0);
    out.kernels = memberOr(answer->header, "kernels", size_t{0});
    out.barriers = memberOr(answer->header, "barriers", size_t{0});
    return out;
}

} // namespace

Result<std::vector<EmulatedResult>> checkEmulated(const nlohmann::json& task, std::span<const ConfigEntity> entities,
                                                  const MeasureOptions& options)
{
    const auto executable = TRY(findWorker(options.worker));
    RestartingWorker worker({executable, {}, options.memoryLimitBytes}, "worker");
    std::vector<EmulatedResult> results;
    for (const ConfigEntity& entity : entities) {
        TRY(worker.ensure());
        const auto answer =
            worker.ask({{{"op", "emulate"}, {"task", task}, {"entity", entityToJson(entity)}, {"seed", options.seed}}, {}},
                       options.timeoutSeconds);
        if (!answer && answer.error().code == ErrorCode::Io) {
            return fail(answer); // not caused by the config
        }
        results.push_back(resultOf(answer));
        results.back().seconds = worker.runningSeconds();
    }
    return results;
}

} // namespace knobscope
