// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/projectworker.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/traceexporter.h"
#include "widgets/timeline/traceimporter.h"
#include "widgets/workspace/view.h"

#include <cstdint>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QScrollBar;
class QSortFilterProxyModel;
class QSplitter;
class QStackedLayout;
class QTableView;
class QTabWidget;
class QToolButton;

namespace knobscope {

class Minimap;
class RangeModel;
class SpanDetails;

/// The timeline: what ran when, by process and thread, of this project's runs or of a trace that was imported. It reads in
/// threads of its own and shows the last picture meanwhile. GUI thread only.
class TimelineView : public View
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
    RangeModel* rangeModel() const { return m_rangeModel; }
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
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What the lanes are, read anew when spans arrive.
    struct Content {
        std::vector<TrackRow> tracks;
        std::vector<CounterRow> counters;
        std::vector<TraceRow> traces;
    };

    void buildCanvasSide(QWidget* parent);
    void buildPanel();
    QWidget* buildRangeButtons();
    void arrangePanel();
    QWidget* buildBar();
    void connectCanvas();
    void connectWorkspace();

    void openProject();
    void refreshSoon();
    void askContent();
    void takeContent(Content content);
    void listSources(const std::vector<TraceRow>& traces);
    void chooseSource(int index);
    void goToRun(qint64 run);
    void followTask(qint64 run);
    void askPicture();
    void applyFilters();
    MatchingTrials matchingTrials();
    void askMinimap();
    void askSpan(const TrackRow& track, int depth, qint64 time, qint64 reach);
    void askNeighbour(bool forward);
    void find(bool forward);
    void askStatistics();
    void askChosen();
    void askPreview();
    void takeSpan(const std::optional<SpanDetail>& span, bool reveal);
    void showCounted(const Result<std::vector<NameStatistics>>& rows, std::pair<int64_t, int64_t> range);
    void takeImport(const ImportedTrace& imported, const QString& problem, bool wasCancelled);
    void setFollowing(bool follow);
    void syncScrollBar();
    void chooseTraceFile();
    void chooseExportFile(bool onlyRange);
    void takeExport(const QString& path, qint64 spans, const QString& problem, bool wasCancelled);
    QWidget* buildExportBar();
    void showEmptyState(bool empty);

    ProjectWorker m_painter; ///< lanes and pictures
    ProjectWorker m_reader;  ///< single spans, counting, searching: may take longer
    TraceImporter m_importer;
    TraceExporter m_exporter;
    std::shared_ptr<GflopsCounter> m_gflops; ///< used in the painter's thread alone
    std::shared_ptr<MatchingTrials> m_matching; ///< used in the painter's thread alone
    QTimer m_refresh;
    qint64 m_trace = 0;
    qint64 m_shownRun = 0; ///< 0: not chosen yet; -1: all
    QString m_loaded; ///< path and trace of what the canvas shows
    std::optional<std::pair<int64_t, int64_t>> m_restored; ///< what the last session saw
    bool m_isFollowing = true;
    bool m_wasRunning = false;
    bool m_isForced = false; ///< painted although it is not visible (screenshots)
    bool m_isStale = true; ///< spans arrived while hidden
    int m_pictures = 0;    ///< asked and not yet there
    TimelineCanvas* m_canvas = nullptr;
    Minimap* m_minimap = nullptr;
    QScrollBar* m_scrollBar = nullptr;
    QComboBox* m_sources = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_problems = nullptr;
    QLabel* m_filterNote = nullptr;
    QToolButton* m_follow = nullptr;
    QWidget* m_importBar = nullptr;
    QProgressBar* m_progress = nullptr;
    QWidget* m_exportBar = nullptr;
    QProgressBar* m_exported = nullptr;
    QTabWidget* m_panel = nullptr;
    SpanDetails* m_details = nullptr;
    RangeModel* m_rangeModel = nullptr;
    QSortFilterProxyModel* m_rangeSorted = nullptr;
    QTableView* m_rangeTable = nullptr;
    QLabel* m_rangeTitle = nullptr;
    QPushButton* m_filterRange = nullptr;
    QPushButton* m_exportRange = nullptr;
    QSplitter* m_splitter = nullptr;
    QWidget* m_content = nullptr;
    QWidget* m_empty = nullptr;
    QStackedLayout* m_stack = nullptr;
};

} // namespace knobscope
