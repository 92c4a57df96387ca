// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/timeline/timelinesource.h"

namespace knobscope {

class RangePanel;
class SpanDetails;

/// Synchronises the timeline's selection with the workspace: a clicked or found span selects its trial in all views, trials
/// selected or hovered elsewhere are highlighted on the canvas, and the spans of a marked range are counted. GUI thread only.
class TimelineSelection : public QObject
{
    Q_OBJECT
public:
    TimelineSelection(Workspace& workspace, TimelineQueries& questions, TimelineCanvas& canvas, const TimelineSource& source,
                      SpanDetails& details, RangePanel& range);

    /// Selects the next or previous span of the current lane.
    void step(bool forward);
    /// Selects the next or previous span of a name.
    void find(const QString& name, bool forward);
    /// Adds the marked range as a filter.
    void filterToRange();
    /// Highlights the selection of other views.
    void showChosen();
    /// Trials that match the filters; used only in the painting thread. Null: all.
    const std::shared_ptr<MatchingTrials>& matching() const { return m_matching; }

signals:
    /// Result of a search; empty: clear it.
    void messageChanged(const QString& text);
    /// A panel has new content; null: none has, or less than before.
    void panelChanged(QWidget* panel);
    void filtersChanged();

private:
    using MaybeSpan = std::optional<SpanDetail>;
    void forget();
    void applySpan(const MaybeSpan& span, bool reveal);
    void selectClicked(const TrackRow& track, int depth, qint64 time, qint64 reach);
    void deselect();
    void count();
    void showCount(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range);
    void countMatches(const QString& name, const SpanDetail& chosen);
    MatchingTrials matchingTrials() const;
    void updateFilters();
    void applyFilters();
    void preview();

    Workspace& m_workspace;
    TimelineQueries& m_queries;
    TimelineCanvas& m_canvas;
    const TimelineSource& m_source;
    SpanDetails& m_details;
    RangePanel& m_range;
    std::shared_ptr<MatchingTrials> m_matching;
};

} // namespace knobscope
