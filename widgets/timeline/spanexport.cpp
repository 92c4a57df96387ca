// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/spanexport.h"

#include "core/trace/tracefile.h"

#include <algorithm>

namespace knobscope {

namespace {

/// How far an export is that takes spans by their start.
int percentAt(double start, std::pair<int64_t, int64_t> extent)
{
    const double from = static_cast<double>(extent.first) * 1e-9;
    const double length = static_cast<double>(extent.second - extent.first) * 1e-9;
    return length > 0 ? static_cast<int>(std::clamp((start - from) / length, 0.0, 1.0) * 100) : 0;
}

} // namespace

Result<qint64> writeSpans(Project& project, const ExportedSpans& wanted, const QString& path, const std::atomic<bool>& stop,
                          const std::function<void(int percent)>& tell)
{
    const auto source = project.spans(wanted.run, wanted.trace);
    if (!source) {
        return fail(source);
    }
    const double from = wanted.range ? static_cast<double>(wanted.range->first) * 1e-9 : 0;
    const double to = wanted.range ? static_cast<double>(wanted.range->second) * 1e-9 : 0;
    qint64 count = 0;
    int told = -1;
    bool isDone = false;
    const SpanSource spans = [&]() -> Result<std::optional<Span>> {
        while (!stop) {
            auto next = (*source)();
            if (!next) {
                return next;
            }
            std::optional<Span>& span = *next;
            if (const int percent = span ? percentAt(span->start, wanted.extent) : 100; percent != std::exchange(told, percent)) {
                tell(percent);
            }
            if (!span || !wanted.range || (span->start < to && span->start + span->seconds > from)) {
                count += span ? 1 : 0;
                isDone = !span;
                return next;
            }
        }
        return std::nullopt;
    };
    // The first span is taken before the file is begun: a trace without any is no reason to replace one.
    auto begun = spans();
    if (!begun) {
        return fail(begun);
    }
    std::optional<Span>& first = *begun;
    if (!first && !stop) {
        return fail(ErrorCode::NotFound, "There are no spans to export; nothing was written");
    }
    const SpanSource all = [&]() -> Result<std::optional<Span>> {
        if (first) {
            return std::exchange(first, std::nullopt);
        }
        return isDone ? std::nullopt : spans();
    };
    const auto written = writeChromeTraceFile(path.toStdString(), all, stop);
    return written ? Result<qint64>(count) : fail(written);
}

} // namespace knobscope
