// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the timeline: traces as files, a stretch of time as a filter.
#include "widgets/layout/flowrow.h"
#include "widgets/timeline/timelineview.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
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
                              onlyRange ? m_canvas->range() : std::nullopt};
    if (!m_exporter.start(workspace().projectPath(), spans, path)) {
        workspace().say(MessageLevel::Warning, tr("A trace is being exported; try again when it is done."));
        return;
    }
    m_status->setText(tr("Exporting…"));
}

void TimelineView::takeExport(const QString& path, qint64 spans, const QString& problem)
{
    m_status->setText(problem.isEmpty() ? QString() : tr("Export failed"));
    m_status->setToolTip(problem);
    workspace().say(
        problem.isEmpty() ? MessageLevel::Info : MessageLevel::Error,
        problem.isEmpty()
            ? tr("%L1 spans written to %2; ui.perfetto.dev and vizviewer open it.").arg(spans).arg(QFileInfo(path).fileName())
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
