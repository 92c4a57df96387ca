// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/tracefiles.h"

#include "core/store/filehead.h"
#include "core/trace/chrometrace.h"
#include "widgets/base/coretext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace knobscope {

namespace {

/// Progress in percent of an export that visits spans by start time.
int percentAt(double start, Interval extent)
{
    const double from = static_cast<double>(extent.first) * 1e-9;
    const double length = static_cast<double>(extent.second - extent.first) * 1e-9;
    return length > 0 ? static_cast<int>(std::clamp((start - from) / length, 0.0, 1.0) * 100) : 0;
}

/// Returns the number of spans written. `showProgress` receives the progress in percent.
Result<qint64> writeSpans(Project& project, const ExportedSpans& wanted, const QString& path, const std::atomic<bool>& stop,
                          const std::function<void(int percent)>& showProgress)
{
    TRY(refuseDatabase(path.toStdString()));
    const auto source = TRY(projectSpans(project, wanted.run, wanted.trace));
    const double from = wanted.range ? static_cast<double>(wanted.range->first) * 1e-9 : 0;
    const double to = wanted.range ? static_cast<double>(wanted.range->second) * 1e-9 : 0;
    int lastPercent = -1;
    const SpanSource spans = [&]() -> Result<std::optional<Span>> {
        while (!stop) {
            std::optional<Span> span = TRY(source());
            if (const int percent = span ? percentAt(span->start, wanted.extent) : 100;
                percent != std::exchange(lastPercent, percent)) {
                showProgress(percent);
            }
            if (!span || !wanted.range || (span->start < to && span->start + span->seconds > from)) {
                return span;
            }
        }
        return std::nullopt;
    };
    return TRY(writeChromeTraceFile(path.toStdString(), spans, &stop));
}

} // namespace

TraceFiles::TraceFiles(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_progress(makeControl<QProgressBar>("traceProgress"))
    , m_stop(makeControl<QPushButton>("stopTrace", tr("&Stop")))
{
    inRow(this, {{m_progress, 1}, m_stop}, QMargins());
    connect(m_stop, &QPushButton::clicked, &m_work, &LatestWork::stop);
    hide();
}

QString TraceFiles::currentOperation() const
{
    return m_isImport ? tr("A trace is being imported. Try again when it has finished.")
                      : tr("A trace is being exported. Try again when it has finished.");
}

bool TraceFiles::begin(bool isImport, const QString& path)
{
    if (isBusy()) {
        m_workspace.report(MessageLevel::Warning, currentOperation());
        return false;
    }
    m_isImport = isImport;
    m_name = QFileInfo(path).fileName();
    m_progress->setAccessibleName(isImport ? tr("Import") : tr("Export"));
    m_progress->setFormat((isImport ? tr("Importing %1: %p %") : tr("Exporting %1: %p %")).arg(m_name));
    m_progress->setValue(0);
    m_stop->setText(isImport ? tr("&Cancel") : tr("&Stop"));
    m_stop->setToolTip(isImport ? QString() : tr("Cancels the export; the file is not changed"));
    show();
    // An import writes to this project, so it must stay open. Closing the window asks.
    m_workspace.registerJob(
        {&m_work, currentOperation(), isImport ? BackgroundJob::Blocks::Leaving : BackgroundJob::Blocks::Nothing});
    return true;
}

/// Called from the worker thread.
void TraceFiles::showProgress(int percent)
{
    m_work.notify([this, percent] { m_progress->setValue(percent); });
}

void TraceFiles::chooseImport()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Import Trace"), {}, tr("Traces (*.json *.json.gz *.gz);;All files (*)"));
    if (!path.isEmpty()) {
        importFrom(path);
    }
}

void TraceFiles::importFrom(const QString& path)
{
    const auto project = m_workspace.ensureProject();
    if (m_workspace.reportError(project) || !begin(true, path)) {
        return;
    }
    m_work.ask(
        [this, trace = path.toStdString(), into = project->toStdString()](const std::atomic<bool>& stop) {
            return importTrace(trace, into, [&](double fraction) {
                showProgress(static_cast<int>(fraction * 100));
                return !stop;
            });
        },
        [this](const Result<ImportedTrace>& imported) {
            end(imported ? nullptr : &imported.error());
            if (imported) {
                m_workspace.report(MessageLevel::Info,
                                   tr("Imported %n span(s) of a trace.", nullptr, static_cast<int>(imported->spans)));
                std::ranges::for_each(imported->problems,
                                      [this](const Sentence& of) { m_workspace.report(MessageLevel::Warning, of); });
            }
            emit importEnded(imported ? imported->trace : 0);
        });
    emit importBegan();
}

void TraceFiles::end(const Error* error)
{
    hide();
    const bool isStopped = error && error->code == ErrorCode::Timeout;
    const QString what = !error     ? QString()
                       : m_isImport ? (isStopped ? tr("Import cancelled") : tr("Import failed"))
                                    : (isStopped ? tr("Export stopped") : tr("Export failed"));
    const QString reason = !error                   ? QString()
                         : isStopped && !m_isImport ? tr("The export was stopped; %1 was not written.").arg(m_name)
                                                    : coreText(*error);
    emit statusChanged(what, reason);
    if (error) {
        m_workspace.report(isStopped ? MessageLevel::Info : MessageLevel::Error, reason);
    }
}

void TraceFiles::chooseExport(const ExportedSpans& spans)
{
    const QString compressed = tr("Compressed traces (*.json.gz)");
    QString kind = compressed;
    const QString name = spans.run > 0 ? QStringLiteral("run-%1.json.gz").arg(spans.run) : QStringLiteral("trace.json.gz");
    QString path = QFileDialog::getSaveFileName(this, spans.range ? tr("Export the Range") : tr("Export Trace"), name,
                                                compressed + QStringLiteral(";;") + tr("Traces (*.json)"), &kind);
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += kind == compressed ? QStringLiteral(".json.gz") : QStringLiteral(".json");
    }
    exportTo(path, spans);
}

void TraceFiles::exportTo(const QString& path, const ExportedSpans& spans)
{
    if (!begin(false, path)) {
        return;
    }
    m_work.ask(
        [this, spans, path, from = m_workspace.projectPath().toStdString()](const std::atomic<bool>& stop) -> Result<qint64> {
            auto project = TRY(Project::open(from, Project::Mode::ReadOnly));
            return writeSpans(project, spans, path, stop, [this](int percent) { showProgress(percent); });
        },
        [this](const Result<qint64>& written) {
            end(written ? nullptr : &written.error());
            if (written) {
                m_workspace.report(MessageLevel::Info, tr("%Ln span(s) written to %1; ui.perfetto.dev and vizviewer open it.",
                                                          nullptr, static_cast<int>(*written))
                                                           .arg(m_name));
            }
        });
}

} // namespace knobscope
