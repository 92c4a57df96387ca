// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/timeline/timelineselection.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QScrollBar;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace knobscope {

class PlaceholderStack;

/// The timeline view: what ran when, by process and thread, of this project's runs or of an imported trace. TimelineSource holds
/// the shown source, TimelineSelection the selection; both query in threads, and the last picture stays visible meanwhile. GUI
/// thread only.
class TimelineView : public LazyView
{
    Q_OBJECT
public:
    explicit TimelineView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;

    TimelineCanvas* canvas() const { return m_canvas; }
    SpanDetails* details() const { return m_details; }
    /// Whether no query, painting or import is running (tests).
    bool isIdle() const;
    /// Shows imported trace `trace`, or this project's own spans (0).
    void showTrace(qint64 trace) { m_source.showTrace(trace); }
    qint64 trace() const { return m_source.trace(); }

public slots:
    /// Imports a Chrome, VizTracer or Perfetto JSON trace, plain or .gz, into the project in the background, and shows it.
    void importTrace(const QString& path) { m_files->importFrom(path); }
    /// Exports the shown source (a run, all runs, an imported trace), or its marked range, as Chrome trace JSON in the
    /// background; compressed if the path ends in .gz.
    void exportTrace(const QString& path, bool onlyRange = false) { m_files->exportTo(path, m_source.exported(onlyRange)); }

protected:
    void refresh() override { m_source.read(); }
    void resizeEvent(QResizeEvent* event) override;

private:
    void prepareFields();
    QWidget* makeBar();
    QWidget* makeCanvasSide();
    void connectParts();
    void connectFiles();
    void arrangePanel();
    /// Height left for the panel in a narrow view, so that selecting a span hides no lanes; at most two fifths.
    int heightBelowLanes() const;
    void showPanel(QWidget* panel);
    void showFilterNote();
    void showMode();
    void syncScrollBar();
    void requestPicture();
    void find(bool forward);
    /// The message to show where spans are needed; empty if lanes are shown.
    QString missingSpans() const;
    void chooseExportFile(bool onlyRange);

    TimelineQueries m_queries;
    bool m_isForced = false; ///< paints even if hidden (screenshots)
    TimelineCanvas* m_canvas;
    Minimap* m_minimap;
    QScrollBar* m_scrollBar;
    QComboBox* m_sources;
    QLineEdit* m_search;
    QLabel* m_status;
    QLabel* m_problems;
    QLabel* m_filterNote;
    QToolButton* m_follow = nullptr;
    QToolButton* m_oneRun = nullptr;
    QToolButton* m_squeeze = nullptr;
    TraceFiles* m_files;
    QTabWidget* m_panel;
    SpanDetails* m_details;
    RangePanel* m_range;
    TimelineSource m_source;
    TimelineSelection m_selection;
    QSplitter* m_splitter;
    QWidget* m_content;
    PlaceholderStack* m_pages;
};

} // namespace knobscope
