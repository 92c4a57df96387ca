// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/minimap.h"
#include "widgets/timeline/projectworker.h"
#include "widgets/workspace/trialref.h"

#include <cstdint>

namespace knobscope {

/// What the lanes are.
struct TimelineContent {
    std::vector<TrackRow> tracks;
    std::vector<CounterRow> counters;
    std::vector<TraceRow> traces; ///< all of the project
};

/// The spans of chosen trials, and the arrows between those of the current one.
struct ChosenSpans {
    std::vector<SpanDetail> spans;
    std::vector<FlowEdge> flow;
};

/// What the timeline asks its project, in two threads: one draws, the other reads what may take longer. An answer comes in the
/// GUI thread, unless another project was opened or a newer question of its kind asked meanwhile. GUI thread only.
class TimelineQuestions : public QObject
{
    Q_OBJECT
public:
    template<class T>
    using Answer = std::function<void(Result<T>)>;
    using MaybeSpan = std::optional<SpanDetail>;
    using Interval = std::pair<int64_t, int64_t>;

    void setProject(const QString& path);
    bool hasProject() const { return m_painter.hasProject(); }
    bool isBusy() const { return m_painter.isBusy() || m_reader.isBusy(); }
    /// Delivers the answers that are there, without the event loop.
    void deliverNow();

    void content(qint64 trace, Answer<TimelineContent> answer);
    void pictures(PictureRequest pinned, PictureRequest body, Answer<std::pair<LanePicture, LanePicture>> answer);
    void minimap(const MinimapRequest& request, Answer<QImage> answer);
    void extentOfRun(qint64 run, Answer<std::optional<Interval>> answer);
    void spanAt(const TrackRow& track, int depth, qint64 time, qint64 reach, Answer<MaybeSpan> answer);
    void neighbourOf(const SpanDetail& span, bool forward, Answer<MaybeSpan> answer);
    /// The first span of a lane after, or before, a time.
    void spanBeside(const Lane& lane, int64_t time, bool forward, Answer<MaybeSpan> answer);
    /// The next of a name from a time on; past the end from the other end.
    void find(const std::string& name, std::vector<TrackRow> tracks, int64_t from, Interval extent, bool forward,
              Answer<MaybeSpan> answer);
    void statistics(Interval range, std::vector<TrackRow> tracks, MatchingTrials matching,
                    Answer<std::vector<NameStatistics>> answer);
    void chosen(std::vector<TrialRef> trials, TrialRef current, Answer<ChosenSpans> answer);
    void spansOf(TrialRef trial, Answer<std::vector<SpanDetail>> answer);

private:
    ProjectWorker m_painter;
    ProjectWorker m_reader;
    std::shared_ptr<GflopsCounter> m_gflops; ///< used in the painter's thread alone
};

} // namespace knobscope
