// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/traceexporter.h"

#include "core/trace/tracefile.h"
#include "widgets/translation/coretext.h"

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

Result<qint64> TraceExporter::write(Project& project, const ExportedSpans& wanted, const QString& path,
                                    const std::atomic<bool>& stop)
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
                m_reader.tell([this, percent] { emit progressed(percent); });
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

TraceExporter::TraceExporter(QObject* parent)
    : QObject(parent)
{
    connect(&m_reader, &ProjectReader::failed, this, [this](const QString& sentence) { emit finished({}, 0, sentence, false); });
}

bool TraceExporter::start(const QString& project, const ExportedSpans& spans, const QString& path)
{
    if (isRunning()) {
        return false;
    }
    m_reader.setPath(project);
    m_reader.ask([this, spans, path](Project& from, const std::atomic<bool>& stop) -> ProjectReader::Answer {
        const auto written = write(from, spans, path, stop);
        const QString problem = written ? QString() : coreText(written.error());
        const bool wasCancelled = !written && written.error().code == ErrorCode::Timeout;
        return [this, path, count = written.value_or(0), problem, wasCancelled] {
            emit finished(path, count, problem, wasCancelled);
        };
    });
    return true;
}

} // namespace knobscope
