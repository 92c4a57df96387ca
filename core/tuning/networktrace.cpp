// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/networktrace.h"

#include "core/trace/chrometrace.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

Result<void> writeNetworkTrace(const std::string& path, const NetworkReport& report, std::span<const double> stepSeconds)
{
    int64_t at = 0; // whole nanoseconds from the start: as seconds since 1970, ends would be rounded beyond the next start
    size_t next = 0;
    TRY(writeChromeTraceFile(path, [&]() -> Result<std::optional<Span>> {
        if (next == stepSeconds.size()) {
            return std::nullopt;
        }
        const NetworkStep& step = report.steps[next];
        Span span;
        const auto nanoseconds = std::max<int64_t>(1, std::llround(stepSeconds[next++] * 1e9));
        span.start = static_cast<double>(at) * 1e-9;
        span.seconds = static_cast<double>(nanoseconds) * 1e-9;
        span.name = step.name;
        span.category = step.kind;
        span.function = step.op;
        span.process = report.network;
        span.thread = "steps";
        span.args = {{"layout", step.layout},
                     {"template", step.task},
                     {"gflops", span.seconds > 0 ? step.flops / span.seconds / 1e9 : 0},
                     {"alone_ms", step.knownSeconds * 1e3}};
        at += nanoseconds;
        return span;
    }));
    return {};
}

} // namespace knobscope
