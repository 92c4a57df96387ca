// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/query/projectreader.h"
#include "widgets/timeline/lanepicture.h"
#include "widgets/timeline/minimap.h"
#include "widgets/workspace/trialref.h"

#include <cstdint>
#include <map>
#include <string>

namespace knobscope {

/// What the lanes are.
struct TimelineContent {
    std::vector<TrackRow> tracks; ///< of one run, or of all
    std::optional<Interval> extent; ///< of the one run; nullopt: it has no trials yet
    std::vector<Interval> pauses;
    std::vector<CounterRow> counters;
    std::vector<TraceRow> traces; ///< all of the project
};

/// The spans of chosen trials, and the arrows between those of the current one.
struct ChosenSpans {
    std::vector<SpanDetail> spans;
    std::vector<FlowEdge> flow;
};

/// What the timeline asks its project, a thread a kind of question. While one is answered a newer one of its kind waits, so that
/// the picture moves while one pans; answers come in the GUI thread, unless another project was opened meanwhile. GUI thread
/// only.
class TimelineQuestions : public QObject
{
    Q_OBJECT
public:
    template<class T>
    using Answer = std::function<void(Result<T>)>;
    using MaybeSpan = std::optional<SpanDetail>;

    void setProject(const QString& path);
    bool hasProject() const { return !m_path.isEmpty(); }
    bool isBusy() const;
    /// Waits for what is asked and delivers the answers (pictures, tests).
    void finishNow();

    /// `run`: of one run of the project's own; 0: of all.
    void content(qint64 trace, qint64 run, Answer<TimelineContent> answer);
    void pictures(PictureRequest pinned, PictureRequest body, Answer<std::pair<LanePicture, LanePicture>> answer);
    void minimap(const MinimapRequest& request, Answer<QImage> answer);
    void spanAt(const TrackRow& track, int depth, qint64 time, qint64 reach, Answer<MaybeSpan> answer);
    void neighbourOf(const SpanDetail& span, bool forward, Answer<MaybeSpan> answer);
    /// The first span of a lane after, or before, a time.
    void spanBeside(const Lane& lane, int64_t time, bool forward, Answer<MaybeSpan> answer);
    /// The next of a name from a span on; past the end from the other end.
    void find(const std::string& name, std::vector<TrackRow> tracks, const SpanDetail& from, bool forward,
              Answer<MaybeSpan> answer);
    /// Which of those that have the name a span is.
    void placeOfMatch(const std::string& name, std::vector<TrackRow> tracks, const SpanDetail& span, Answer<MatchPlace> answer);
    void statistics(Interval range, std::vector<TrackRow> tracks, MatchingTrials matching,
                    Answer<std::vector<NameStatistics>> answer);
    void chosen(std::vector<TrialRef> trials, TrialRef current, Answer<ChosenSpans> answer);
    void spansOf(TrialRef trial, Answer<std::vector<SpanDetail>> answer);

signals:
    /// The project cannot be read.
    void failed(const QString& sentence);

private:
    /// The questions of one kind.
    struct Kind {
        ProjectReader reader;
        ProjectReader::Question next; ///< null: none waits
    };
    template<class T>
    using Work = std::function<Result<T>(Project&, const std::atomic<bool>& stop)>;
    /// `interrupts`: an older question is given up instead of answered first.
    template<class T>
    void ask(const char* kind, Work<T> work, Answer<T> answer, bool interrupts = false);
    Kind& kindOf(const std::string& name);

    QString m_path;
    std::map<std::string, Kind> m_kinds;
    std::shared_ptr<GflopsCounter> m_gflops; ///< used by pictures alone
};

} // namespace knobscope
