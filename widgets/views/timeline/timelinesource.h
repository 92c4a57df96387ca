// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/timeline/minimap.h"
#include "widgets/views/timeline/timelinecanvas.h"
#include "widgets/views/timeline/timelinequeries.h"
#include "widgets/views/timeline/tracefiles.h"

class QComboBox;

namespace knobscope {

class ViewState;

/// Selects the spans to show: all runs of the project, one run, or an imported trace. Reads the lanes, lists the choices, follows
/// the active run, and updates canvas and minimap. GUI thread only.
class TimelineSource : public QObject
{
    Q_OBJECT
public:
    TimelineSource(Workspace& workspace, TimelineQueries& questions, TimelineCanvas& canvas, Minimap& minimap, QComboBox& list);

    /// Shows the open project from scratch.
    void open();
    /// Reloads the lanes.
    void read();
    /// Shows imported trace `trace`, or the project's own spans (0).
    void showTrace(qint64 trace);
    qint64 trace() const { return m_trace; }
    bool isOwn() const { return m_trace == 0; }
    /// Id of the shown run; 0: all runs.
    qint64 run() const { return isOwn() && !m_isAll ? m_run : 0; }
    /// Shows the lanes of all runs, or of the chosen one.
    void showAllRuns(bool isAll);
    bool isAllRuns() const { return m_isAll; }
    /// Whether to narrow pauses.
    void squeeze(bool isSqueezed);
    /// Whether to keep the end of the active run visible.
    void setFollowing(bool isFollowing);
    bool isFollowing() const { return m_isFollowing; }
    /// Shows the full range and stops following.
    void showAll();
    /// The choice and, unless following a run, the visible range.
    void bindTo(ViewState& state);
    ExportedSpans exported(bool onlyRange) const;
    /// Cache of this project's trials for pictures.
    const std::shared_ptr<GflopsCounter>& gflops() const { return m_gflops; }

signals:
    /// Another project or trace is shown: the previous selection is invalid.
    void changed();
    /// A display mode or the following of a run changed.
    void modeChanged();
    /// The lanes are loaded; `isEmpty`: there are none, and nothing else to choose. `problems`: errors in the trace.
    void loaded(bool isEmpty, const QString& problems);
    /// Another source is shown for the first time.
    void reset();

private:
    struct Content;
    static Result<Content> readContent(Project& project, qint64 trace, qint64 run, const std::atomic<bool>& stop);
    void showContent(Content content);
    /// Fills the list of choices.
    void list(const Content& content);
    void choose(qint64 trace, qint64 run);
    void followTask(qint64 run);
    void requestMinimap();
    /// Ids of the shown trace and run.
    std::pair<qint64, qint64> shown() const { return {m_trace, run()}; }

    Workspace& m_workspace;
    TimelineQueries& m_queries;
    TimelineCanvas& m_canvas;
    Minimap& m_minimap;
    QComboBox& m_list; ///< item data: trace and run
    qint64 m_trace = 0;
    qint64 m_run = 0; ///< last choice, also while all are shown; 0: none
    qint64 m_live = 0; ///< the session's run that was shown last
    bool m_isAll = false;
    bool m_isSqueezed = true;
    std::shared_ptr<const TimeMap> m_map; ///< null: no pauses
    std::shared_ptr<GflopsCounter> m_gflops;
    std::optional<std::pair<qint64, qint64>> m_loaded; ///< content of the canvas, as returned by shown()
    bool m_wasMoved = false; ///< the same project is now in another file
    std::optional<Interval> m_firstSeen; ///< visible range of the last session, shown once after loading
    bool m_isFollowing = true;
};

} // namespace knobscope
