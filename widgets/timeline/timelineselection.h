// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinesource.h"

namespace knobscope {

class RangePanel;
class SpanDetails;

/// What is chosen in the timeline, both ways: a span that is clicked or found chooses its trial everywhere, trials that are
/// chosen or pointed at elsewhere are set off on the canvas, and a marked range is counted. GUI thread only.
class TimelineSelection : public QObject
{
    Q_OBJECT
public:
    TimelineSelection(Workspace& workspace, TimelineQuestions& questions, TimelineCanvas& canvas, const TimelineSource& source,
                      SpanDetails& details, RangePanel& range);

    /// The next span of the lane that keys work on, or the one before.
    void step(bool forward);
    /// The next span of a name, or the one before.
    void find(const QString& name, bool forward);
    /// Makes a filter of the marked range.
    void filterToRange();
    /// Sets off what other views chose.
    void showChosen();
    /// What passes the filters; used in the painter's thread alone. Null: all.
    const std::shared_ptr<MatchingTrials>& matching() const { return m_matching; }

signals:
    /// What came of a search; empty: no more.
    void said(const QString& text);
    /// This panel has something new to say; null: none has, or less than before.
    void panelChanged(QWidget* panel);
    void filtersChanged();

private:
    using MaybeSpan = std::optional<SpanDetail>;
    void forget();
    void takeSpan(const MaybeSpan& span, bool reveal);
    void takeClick(const TrackRow& track, int depth, qint64 time, qint64 reach);
    void deselect();
    void count();
    void takeCount(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range);
    void countMatches(const QString& name, const SpanDetail& chosen);
    MatchingTrials matchingTrials() const;
    void takeFilters();
    void applyFilters();
    void preview();

    Workspace& m_workspace;
    TimelineQuestions& m_questions;
    TimelineCanvas& m_canvas;
    const TimelineSource& m_source;
    SpanDetails& m_details;
    RangePanel& m_range;
    std::shared_ptr<MatchingTrials> m_matching;
};

} // namespace knobscope
