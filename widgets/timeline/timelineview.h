// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/sourcelist.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelinequestions.h"
#include "widgets/timeline/tracefiles.h"
#include "widgets/workspace/lazyview.h"

#include <cstdint>

class QLabel;
class QLineEdit;
class QScrollBar;
class QSplitter;
class QStackedLayout;
class QTabWidget;
class QToolButton;

namespace knobscope {

class RangeModel;
class RangePanel;
class SpanDetails;

/// The timeline: what ran when, by process and thread, of this project's runs or of a trace that was imported. It reads in
/// threads of its own and shows the last picture meanwhile. GUI thread only.
class TimelineView : public LazyView
{
    Q_OBJECT
public:
    explicit TimelineView(Workspace& workspace, QWidget* parent = nullptr);
    ~TimelineView() override;

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    TimelineCanvas* canvas() const { return m_canvas; }
    RangeModel* rangeModel() const;
    SpanDetails* details() const { return m_details; }
    /// Whether nothing is asked, painted or imported (tests).
    bool isIdle() const;
    /// Shows imported trace `trace`, or this project's own spans (0).
    void showTrace(qint64 trace);
    qint64 trace() const { return m_trace; }

public slots:
    /// Takes a Chrome, VizTracer or Perfetto JSON trace, plain or .gz, into the project in the background, and shows it.
    void importTrace(const QString& path);
    /// Writes what is shown (a run, all runs, an imported trace), or of that the marked range, as Chrome trace JSON in the
    /// background; compressed when the path ends in .gz.
    void exportTrace(const QString& path, bool onlyRange = false);
    /// Makes a filter of the marked range.
    void filterToRange();

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    // what is where
    QWidget* makeBar();
    QWidget* makeCanvasSide();
    QWidget* makeEmptyPage();
    void arrangePanel();
    void showEmptyState(bool empty);
    void syncScrollBar();
    void connectCanvas();
    void connectWorkspace();
    // which source, and what of it
    void openProject();
    void takeContent(TimelineContent content);
    void listSources(const std::vector<TraceRow>& traces);
    void chooseSource(SourceList::Source source);
    void goToRun(qint64 run);
    void followTask(qint64 run);
    void setFollowing(bool follow);
    void askPicture();
    void askMinimap();
    // what other views chose, and this one
    MatchingTrials matchingTrials();
    void applyFilters();
    void askChosen();
    void askPreview();
    void askNeighbour(bool forward);
    void takeSpan(const std::optional<SpanDetail>& span, bool reveal);
    void find(bool forward);
    void askStatistics();
    void chooseExportFile(bool onlyRange);
    ExportedSpans exportedSpans(bool onlyRange) const;
    bool isOwn() const { return m_trace == 0; }

    TimelineQuestions m_questions;
    std::shared_ptr<MatchingTrials> m_matching; ///< used in the painter's thread alone
    qint64 m_trace = 0;
    qint64 m_shownRun = 0; ///< 0: not chosen yet; -1: all
    QString m_loaded; ///< path and trace of what the canvas shows
    std::optional<std::pair<int64_t, int64_t>> m_restored; ///< what the last session saw
    bool m_isFollowing = true;
    bool m_wasRunning = false;
    bool m_isForced = false; ///< painted although it is not visible (screenshots)
    int m_pictures = 0;    ///< asked and not yet there
    TimelineCanvas* m_canvas;
    Minimap* m_minimap;
    QScrollBar* m_scrollBar;
    SourceList* m_sources;
    QLineEdit* m_search;
    QLabel* m_status;
    QLabel* m_problems;
    QLabel* m_filterNote;
    QToolButton* m_follow;
    TraceFiles* m_files;
    QTabWidget* m_panel;
    SpanDetails* m_details;
    RangePanel* m_range;
    QSplitter* m_splitter;
    QWidget* m_content;
    QWidget* m_empty;
    QStackedLayout* m_stack;
};

} // namespace knobscope
