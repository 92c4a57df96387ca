// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/traceexporter.h"

#include "core/trace/tracefile.h"
#include "widgets/translation/coretext.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int tellMilliseconds = 100;

/// How far an export is that takes spans by their start.
int percentAt(double start, std::pair<int64_t, int64_t> extent)
{
    const double from = static_cast<double>(extent.first) * 1e-9;
    const double length = static_cast<double>(extent.second - extent.first) * 1e-9;
    return length > 0 ? static_cast<int>(std::clamp((start - from) / length, 0.0, 1.0) * 100) : 0;
}

} // namespace

Result<qint64> TraceExporter::write(Project& project, const ExportedSpans& wanted, const QString& path, Progress& progress)
{
    const auto source = project.spans(wanted.run, wanted.trace);
    if (!source) {
        return fail(source);
    }
    const double from = wanted.range ? static_cast<double>(wanted.range->first) * 1e-9 : 0;
    const double to = wanted.range ? static_cast<double>(wanted.range->second) * 1e-9 : 0;
    qint64 count = 0;
    bool isDone = false;
    const SpanSource spans = [&]() -> Result<std::optional<Span>> {
        while (!progress.isCancelled) {
            auto next = (*source)();
            if (!next) {
                return next;
            }
            std::optional<Span>& span = *next;
            progress.percent = span ? percentAt(span->start, wanted.extent) : 100;
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
    if (!first && !progress.isCancelled) {
        return fail(ErrorCode::NotFound, "There are no spans to export; nothing was written");
    }
    const SpanSource all = [&]() -> Result<std::optional<Span>> {
        if (first) {
            return std::exchange(first, std::nullopt);
        }
        return isDone ? std::nullopt : spans();
    };
    const auto written = writeChromeTraceFile(path.toStdString(), all, progress.isCancelled);
    return written ? Result<qint64>(count) : fail(written);
}

TraceExporter::TraceExporter(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(tellMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit progressed(m_progress->percent); });
    connect(&m_reader, &ProjectReader::failed, this, [this](const QString& sentence) { finish({}, 0, sentence, false); });
}

TraceExporter::~TraceExporter()
{
    cancel();
}

bool TraceExporter::start(const QString& project, const ExportedSpans& spans, const QString& path)
{
    if (m_isRunning) {
        return false;
    }
    m_isRunning = true;
    m_progress = std::make_shared<Progress>();
    m_timer.start();
    m_reader.setPath(project);
    m_reader.ask([this, spans, path, progress = m_progress](Project& from, const std::atomic<bool>&) {
        const auto written = write(from, spans, path, *progress);
        const QString problem = written ? QString() : coreText(written.error().message);
        const bool wasCancelled = !written && written.error().code == ErrorCode::Timeout;
        return [this, path, count = written.value_or(0), problem, wasCancelled] { finish(path, count, problem, wasCancelled); };
    });
    return true;
}

void TraceExporter::cancel()
{
    if (m_progress) {
        m_progress->isCancelled = true;
    }
}

void TraceExporter::finish(const QString& path, qint64 spans, const QString& problem, bool wasCancelled)
{
    m_timer.stop();
    m_isRunning = false;
    emit finished(path, spans, problem, wasCancelled);
}

} // namespace knobscope
