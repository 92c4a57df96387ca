// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the timeline: traces as files, a stretch of time as a filter.
#include "widgets/layout/flowrow.h"
#include "widgets/timeline/timelineview.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace knobscope {

void TimelineView::chooseExportFile(bool onlyRange)
{
    if (m_canvas->lanes().lanes().empty()) {
        workspace().say(MessageLevel::Info, tr("There are no spans to export yet: start a run, or import a trace."));
        return;
    }
    if (onlyRange && !m_canvas->range()) {
        workspace().say(MessageLevel::Info, tr("Mark a range first: drag on the ruler, or press M."));
        return;
    }
    const QString compressed = tr("Compressed traces (*.json.gz)");
    QString kind = compressed;
    const QString name =
        m_trace == 0 && m_shownRun > 0 ? QStringLiteral("run-%1.json.gz").arg(m_shownRun) : QStringLiteral("trace.json.gz");
    QString path = QFileDialog::getSaveFileName(this, onlyRange ? tr("Export the Range") : tr("Export Trace"), name,
                                                compressed + QStringLiteral(";;") + tr("Traces (*.json)"), &kind);
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += kind == compressed ? QStringLiteral(".json.gz") : QStringLiteral(".json");
    }
    exportTrace(path, onlyRange);
}

void TimelineView::exportTrace(const QString& path, bool onlyRange)
{
    const ExportedSpans spans{m_trace == 0 ? std::max<qint64>(0, m_shownRun) : 0, m_trace,
                              onlyRange ? m_canvas->range() : std::nullopt, m_canvas->extent()};
    if (!m_exporter.start(workspace().projectPath(), spans, path)) {
        workspace().say(MessageLevel::Warning, tr("A trace is being exported; try again when it is done."));
        return;
    }
    m_exported->setValue(0);
    m_exported->setFormat(tr("Exporting %1: %p %").arg(QFileInfo(path).fileName()));
    m_exportBar->show();
}

QWidget* TimelineView::buildExportBar()
{
    m_exportBar = new QWidget;
    auto* line = new QHBoxLayout(m_exportBar);
    line->setContentsMargins({});
    m_exported = new QProgressBar;
    m_exported->setAccessibleName(tr("Export"));
    auto* stop = new QPushButton(tr("&Stop"));
    stop->setToolTip(tr("Gives the export up; the file stays as it was"));
    line->addWidget(m_exported, 1);
    line->addWidget(stop);
    m_exportBar->hide();
    connect(stop, &QPushButton::clicked, &m_exporter, &TraceExporter::cancel);
    connect(&m_exporter, &TraceExporter::progressed, m_exported, &QProgressBar::setValue);
    connect(&m_exporter, &TraceExporter::finished, this, &TimelineView::takeExport);
    return m_exportBar;
}

void TimelineView::takeExport(const QString& path, qint64 spans, const QString& problem, bool wasCancelled)
{
    const QString name = QFileInfo(path).fileName();
    m_exportBar->hide();
    m_status->setText(problem.isEmpty() ? QString() : wasCancelled ? tr("Export stopped") : tr("Export failed"));
    m_status->setToolTip(wasCancelled ? QString() : problem);
    if (wasCancelled) {
        workspace().say(MessageLevel::Info, tr("The export was stopped; %1 was not written.").arg(name));
        return;
    }
    workspace().say(problem.isEmpty() ? MessageLevel::Info : MessageLevel::Error,
                    problem.isEmpty() ? tr("%L1 spans written to %2; ui.perfetto.dev and vizviewer open it.").arg(spans).arg(name)
                                      : problem);
}

void TimelineView::filterToRange()
{
    const auto range = m_canvas->range();
    if (!range || m_trace != 0) {
        workspace().say(MessageLevel::Info, m_trace != 0
                                                ? tr("Trials have no times in an imported trace: choose a run of this project.")
                                                : tr("Mark a range first: drag on the ruler, or press M."));
        return;
    }
    TrialFilter filter;
    filter.kind = TrialFilter::Kind::Time;
    filter.from = static_cast<double>(range->first) * 1e-9;
    filter.to = static_cast<double>(range->second) * 1e-9;
    workspace().filters().add(filter);
}

/// What can be done with a range, below its numbers.
QWidget* TimelineView::buildRangeButtons()
{
    auto* row = new FlowRow;
    m_filterRange = new QPushButton(tr("Filter &to this Range"));
    m_filterRange->setToolTip(tr("Shows only the trials that ended within it, in all views"));
    m_exportRange = new QPushButton(tr("E&xport this Range…"));
    m_exportRange->setToolTip(tr("Writes its spans to a file for Perfetto, Chrome or VizTracer"));
    connect(m_filterRange, &QPushButton::clicked, this, &TimelineView::filterToRange);
    connect(m_exportRange, &QPushButton::clicked, this, [this] { chooseExportFile(true); });
    row->add(m_filterRange);
    row->add(m_exportRange);
    return row;
}

} // namespace knobscope
