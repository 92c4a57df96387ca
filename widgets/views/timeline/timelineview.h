// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/timeline/minimap.h"
#include "widgets/views/timeline/timelinecanvas.h"
#include "widgets/views/timeline/timelinequeries.h"
#include "widgets/views/timeline/tracefiles.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QScrollBar;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace knobscope {

class PlaceholderStack;
class RangePanel;
class SpanDetails;

/// The timeline view: what ran when, by process and thread, of all runs of this project, one of them, or an imported trace. A
/// clicked or found span selects its trial in all views, trials selected or hovered elsewhere are highlighted, and the spans of a
/// marked range are counted. What is visible is the canvas's TimelineScene; queries run in threads, and the last picture stays
/// meanwhile. GUI thread only.
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
    void showTrace(qint64 trace);
    qint64 trace() const { return m_trace; }

public slots:
    /// Imports a Chrome, VizTracer or Perfetto JSON trace, plain or .gz, into the project in the background, and shows it.
    void importTrace(const QString& path) { m_files->importFrom(path); }
    /// Exports the shown source (a run, all runs, an imported trace), or its marked range, as Chrome trace JSON in the
    /// background; compressed if the path ends in .gz.
    void exportTrace(const QString& path, bool onlyRange = false) { m_files->exportTo(path, exported(onlyRange)); }

protected:
    void refresh() override { read(); }
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
    void findAgain(bool forward);
    /// The message to show where spans are needed; empty if lanes are shown.
    QString missingSpans() const;
    void chooseExportFile(bool onlyRange);

    // --- what is shown (timelinesource.cpp) ---
    struct Content;
    static Result<Content> readContent(Project& project, qint64 trace, qint64 run, const std::atomic<bool>& stop);
    void connectSource();
    void bindSource();
    /// Shows the open project from scratch.
    void open();
    void read();
    void showContent(Content content);
    void listSources(const Content& content);
    void chooseSource(qint64 trace, qint64 run);
    /// The previous selection is invalid.
    void changeSource();
    void showAllRuns(bool isAll);
    void followTask(qint64 run);
    void setFollowing(bool isFollowing);
    /// Shows the full range and stops following.
    void showAll();
    void squeeze(bool isSqueezed);
    void requestMinimap();
    bool isOwn() const { return m_trace == 0; }
    /// Id of the shown run; 0: all runs.
    qint64 run() const { return isOwn() && !m_isAll ? m_run : 0; }
    /// Ids of the shown trace and run.
    std::pair<qint64, qint64> shown() const { return {m_trace, run()}; }
    ExportedSpans exported(bool onlyRange) const;

    // --- what is selected (timelineselection.cpp) ---
    using MaybeSpan = std::optional<SpanDetail>;
    void connectSelection();
    void applySpan(const MaybeSpan& span, bool reveal);
    void askTrial(TrialRef trial);
    void selectClicked(const TrackRow& track, int depth, qint64 time, qint64 reach);
    void deselect();
    /// Selects the next or previous span of the current lane.
    void step(bool forward);
    void findSpans(const QString& name, bool forward);
    void countMatches(const std::string& name, const SpanDetail& chosen);
    /// Counts the spans of the marked range.
    void count();
    void showCount(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range);
    MatchingTrials matchingTrials() const;
    void updateFilters();
    void applyFilters();
    void filterToRange();
    /// Highlights the selection of other views.
    /// The flows of an imported trace: all if they are few, otherwise those of the selected span.
    void showFlows();
    void showChosen();
    void describeMarked(const std::vector<SpanDetail>& spans, const std::vector<TrialRef>& trials);
    void preview();

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
    QSplitter* m_splitter;
    QWidget* m_content;
    PlaceholderStack* m_pages;

    qint64 m_trace = 0;
    qint64 m_run = 0; ///< last choice, also while all are shown; 0: none
    qint64 m_live = 0; ///< the session's run that was shown last
    bool m_isAll = false;
    bool m_isSqueezed = true;
    bool m_isFollowing = true; ///< keeps the end of the active run visible
    std::shared_ptr<const TimeMap> m_map; ///< null: no pauses
    std::shared_ptr<GflopsCounter> m_gflops; ///< caches this project's trials for pictures
    std::shared_ptr<MatchingTrials> m_matching; ///< the filters; used only in the painting thread; null: all trials match
    std::optional<std::pair<qint64, qint64>> m_loaded; ///< content of the canvas, as returned by shown()
    bool m_wasMoved = false; ///< the same project is now in another file
    std::optional<Interval> m_firstSeen; ///< visible range of the last session, shown once after loading
};

} // namespace knobscope
