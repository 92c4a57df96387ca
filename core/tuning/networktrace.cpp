// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/networktrace.h"

#include "core/trace/chrometrace.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

Result<void> writeNetworkTrace(const std::string& path, const NetworkReport& report, std::span<const double> stepSeconds)
{
    double at = unixTime();
    size_t next = 0;
    TRY(writeChromeTraceFile(path, [&]() -> Result<std::optional<Span>> {
        if (next == stepSeconds.size()) {
            return std::nullopt;
        }
        const NetworkStep& step = report.steps[next];
        Span span;
        span.start = at;
        span.seconds = stepSeconds[next++];
        span.name = step.name;
        span.category = step.kind;
        span.function = step.op;
        span.process = report.network;
        span.thread = "steps";
        span.args = {{"layout", step.layout},
                     {"template", step.task},
                     {"gflops", span.seconds > 0 ? step.flops / span.seconds / 1e9 : 0},
                     {"alone_ms", step.knownSeconds * 1e3}};
        at += span.seconds;
        return span;
    }));
    return {};
}

} // namespace knobscope
