// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/minimap.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelinequestions.h"
#include "widgets/timeline/tracefiles.h"

#include <QJsonObject>

class QComboBox;

namespace knobscope {

/// Which spans the timeline shows: of all runs of the project, of one, of an imported trace. It reads what lanes there are,
/// lists what can be chosen, follows the run that goes on, and moves the canvas and the minimap to what was chosen. GUI thread
/// only.
class TimelineSource : public QObject
{
    Q_OBJECT
public:
    TimelineSource(Workspace& workspace, TimelineQuestions& questions, TimelineCanvas& canvas, Minimap& minimap, QComboBox& list);

    /// The open project, from the beginning.
    void open();
    /// Reads the lanes again.
    void read();
    /// Imported trace `trace`, or the project's own spans (0).
    void showTrace(qint64 trace);
    qint64 trace() const { return m_trace; }
    bool isOwn() const { return m_trace == 0; }
    /// 0: all runs.
    qint64 run() const { return isOwn() && !m_isAll ? m_run : 0; }
    /// The lanes of all runs, or of the chosen one.
    void showAllRuns(bool isAll);
    bool isAllRuns() const { return m_isAll; }
    /// Whether pauses are narrow.
    void squeeze(bool isSqueezed);
    /// While a run goes on its end is kept in sight.
    void setFollowing(bool isFollowing);
    bool isFollowing() const { return m_isFollowing; }
    /// Everything, from now on.
    void showAll();
    /// What is chosen and, while no run is followed, seen.
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);
    ExportedSpans exported(bool onlyRange) const;
    /// What pictures of this project remember of its trials.
    const std::shared_ptr<GflopsCounter>& gflops() const { return m_gflops; }

signals:
    /// Another project or trace: what was chosen is of the last one.
    void changed();
    /// What is shown of it, or whether a run is followed.
    void mannerChanged();
    /// The lanes are there; `isEmpty`: there are none, nor anything else to choose. `problems`: what was wrong with the trace.
    void wasRead(bool isEmpty, const QString& problems);
    /// Another source is shown for the first time.
    void begun();

private:
    struct Content;
    static Result<Content> readContent(Project& project, qint64 trace, qint64 run, const std::atomic<bool>& stop);
    void take(Content content);
    /// Lists what can be chosen.
    void list(const Content& content);
    void choose(qint64 trace, qint64 run);
    void followTask(qint64 run);
    void askMinimap();
    /// Trace and run.
    std::pair<qint64, qint64> shown() const { return {m_trace, run()}; }

    Workspace& m_workspace;
    TimelineQuestions& m_questions;
    TimelineCanvas& m_canvas;
    Minimap& m_minimap;
    QComboBox& m_list; ///< the data of an item: trace and run
    qint64 m_trace = 0;
    qint64 m_run = 0; ///< chosen last, also while all are shown; 0: there is none
    qint64 m_live = 0; ///< the run of the session that was shown last
    bool m_isAll = false;
    bool m_isSqueezed = true;
    std::shared_ptr<const TimeMap> m_map; ///< null: there are no pauses
    std::shared_ptr<GflopsCounter> m_gflops;
    std::optional<std::pair<qint64, qint64>> m_loaded; ///< what the canvas shows, as shown() says it
    bool m_wasMoved = false; ///< the same project is another file now
    std::optional<Interval> m_firstSeen; ///< shown instead of all once something is read: what the last session saw
    bool m_isFollowing = true;
};

} // namespace knobscope
