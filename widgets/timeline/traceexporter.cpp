// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/traceexporter.h"

#include "core/trace/chrometrace.h"
#include "widgets/translation/coretext.h"

#include <QFile>

namespace knobscope {

namespace {

/// Written beside its place first: what is given up halfway must not look like a whole trace.
Result<qint64> exportSpans(Project& project, const ExportedSpans& wanted, const QString& path,
                           const std::atomic<bool>& isCancelled)
{
    const auto source = project.spans(wanted.run, wanted.trace);
    if (!source) {
        return fail(source);
    }
    const double from = wanted.range ? static_cast<double>(wanted.range->first) * 1e-9 : 0;
    const double to = wanted.range ? static_cast<double>(wanted.range->second) * 1e-9 : 0;
    qint64 count = 0;
    const SpanSource spans = [&]() -> std::optional<Span> {
        while (!isCancelled) {
            auto span = (*source)();
            if (!span || !wanted.range || (span->start < to && span->start + span->seconds > from)) {
                count += span ? 1 : 0;
                return span;
            }
        }
        return std::nullopt;
    };
    const QString unfinished = path + (path.endsWith(QStringLiteral(".gz")) ? QStringLiteral(".new.gz") : QStringLiteral(".new"));
    if (const auto written = writeChromeTraceFile(unfinished.toStdString(), spans); !written) {
        return fail(ErrorCode::Io, "The trace {} could not be written; is the folder there, and is there space?",
                    path.toStdString());
    }
    QFile file(unfinished);
    if (isCancelled || count == 0) {
        file.remove();
        return fail(ErrorCode::NotFound, "There are no spans to export; nothing was written");
    }
    QFile::remove(path);
    if (!file.rename(path)) {
        file.remove();
        return fail(ErrorCode::Io, "The trace {} could not be put in place", path.toStdString());
    }
    return count;
}

} // namespace

TraceExporter::TraceExporter(QObject* parent)
    : QObject(parent)
{
    connect(&m_reader, &ProjectReader::failed, this, [this](const QString& sentence) { finish({}, 0, sentence); });
}

bool TraceExporter::start(const QString& project, const ExportedSpans& spans, const QString& path)
{
    if (m_isRunning) {
        return false;
    }
    m_isRunning = true;
    m_reader.setPath(project);
    m_reader.ask([this, spans, path](Project& from, const std::atomic<bool>& isCancelled) {
        const auto written = exportSpans(from, spans, path, isCancelled);
        const QString problem = written ? QString() : coreText(written.error().message);
        return [this, path, count = written.value_or(0), problem] { finish(path, count, problem); };
    });
    return true;
}

void TraceExporter::finish(const QString& path, qint64 spans, const QString& problem)
{
    m_isRunning = false;
    emit finished(path, spans, problem);
}

} // namespace knobscope
