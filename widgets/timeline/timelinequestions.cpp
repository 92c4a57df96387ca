// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinequestions.h"

#include <QCoreApplication>

#include <iterator>

namespace knobscope {

void TimelineQuestions::setProject(const QString& path)
{
    m_painter.setProject(path);
    m_reader.setProject(path);
    m_gflops = std::make_shared<GflopsCounter>();
}

void TimelineQuestions::deliverNow()
{
    QCoreApplication::sendPostedEvents(&m_painter);
    QCoreApplication::sendPostedEvents(&m_reader);
}

void TimelineQuestions::content(qint64 trace, Answer<TimelineContent> answer)
{
    m_painter.ask<TimelineContent>(
        QStringLiteral("content"),
        [trace](Project& project, const std::atomic<bool>&) -> Result<TimelineContent> {
            auto tracks = timelineTracks(project, trace);
            auto counters = timelineCounters(project, trace);
            auto traces = timelineTraces(project);
            if (!tracks || !counters || !traces) {
                return !tracks ? fail(tracks) : !counters ? fail(counters) : fail(traces);
            }
            return TimelineContent{std::move(*tracks), std::move(*counters), std::move(*traces)};
        },
        std::move(answer));
}

void TimelineQuestions::pictures(PictureRequest pinned, PictureRequest body, Answer<std::pair<LanePicture, LanePicture>> answer)
{
    using Pictures = std::pair<LanePicture, LanePicture>;
    m_painter.ask<Pictures>(
        QStringLiteral("picture"),
        [pinned = std::move(pinned), body = std::move(body),
         gflops = m_gflops](Project& project, const std::atomic<bool>& stop) -> Result<Pictures> {
            auto above = drawLanes(project, *gflops, pinned, stop);
            auto below = drawLanes(project, *gflops, body, stop);
            if (!above || !below) {
                return above ? fail(below) : fail(above);
            }
            return Pictures{std::move(*above), std::move(*below)};
        },
        std::move(answer));
}

void TimelineQuestions::minimap(const MinimapRequest& request, Answer<QImage> answer)
{
    m_painter.ask<QImage>(
        QStringLiteral("minimap"),
        [request](Project& project, const std::atomic<bool>& stop) { return drawMinimap(project, request, stop); },
        std::move(answer));
}

void TimelineQuestions::extentOfRun(qint64 run, Answer<std::optional<Interval>> answer)
{
    m_reader.ask<std::optional<Interval>>(
        QStringLiteral("run"), [run](Project& project, const std::atomic<bool>&) { return knobscope::extentOfRun(project, run); },
        std::move(answer));
}

void TimelineQuestions::spanAt(const TrackRow& track, int depth, qint64 time, qint64 reach, Answer<MaybeSpan> answer)
{
    m_reader.ask<MaybeSpan>(
        QStringLiteral("span"),
        [=](Project& project, const std::atomic<bool>&) { return knobscope::spanAt(project, track, depth, time, reach); },
        std::move(answer));
}

void TimelineQuestions::neighbourOf(const SpanDetail& span, bool forward, Answer<MaybeSpan> answer)
{
    m_reader.ask<MaybeSpan>(
        QStringLiteral("span"),
        [=](Project& project, const std::atomic<bool>&) { return knobscope::neighbourOf(project, span, forward); },
        std::move(answer));
}

void TimelineQuestions::spanBeside(const Lane& lane, int64_t time, bool forward, Answer<MaybeSpan> answer)
{
    m_reader.ask<MaybeSpan>(
        QStringLiteral("span"),
        [=](Project& project, const std::atomic<bool>&) -> Result<MaybeSpan> {
            for (const TrackRow& track : lane.tracks) {
                SpanDetail edge;
                edge.track = track.id;
                edge.begin = time;
                auto found = knobscope::neighbourOf(project, edge, forward);
                if (!found || *found) {
                    return found;
                }
            }
            return MaybeSpan();
        },
        std::move(answer));
}

void TimelineQuestions::find(const std::string& name, std::vector<TrackRow> tracks, int64_t from, Interval extent, bool forward,
                             Answer<MaybeSpan> answer)
{
    m_reader.ask<MaybeSpan>(
        QStringLiteral("find"),
        [=, tracks = std::move(tracks)](Project& project, const std::atomic<bool>& stop) -> Result<MaybeSpan> {
            auto found = findSpan(project, tracks, name, from, forward, &stop);
            const bool startAgain = found && !*found && !stop;
            return startAgain ? findSpan(project, tracks, name, forward ? extent.first - 1 : extent.second + 1, forward, &stop)
                              : found;
        },
        std::move(answer), true);
}

void TimelineQuestions::statistics(Interval range, std::vector<TrackRow> tracks, MatchingTrials matching,
                                   Answer<std::vector<NameStatistics>> answer)
{
    m_reader.ask<std::vector<NameStatistics>>(
        QStringLiteral("statistics"),
        [=, tracks = std::move(tracks), matching = std::move(matching)](
            Project& project, const std::atomic<bool>& stop) mutable -> Result<std::vector<NameStatistics>> {
            if (auto updated = matching.update(project); !updated) {
                return fail(updated);
            }
            return rangeStatistics(project, tracks, range.first, range.second, 0, &stop, &matching);
        },
        std::move(answer), true);
}

void TimelineQuestions::chosen(std::vector<TrialRef> trials, TrialRef current, Answer<ChosenSpans> answer)
{
    m_reader.ask<ChosenSpans>(
        QStringLiteral("chosen"),
        [trials = std::move(trials), current](Project& project, const std::atomic<bool>& stop) -> Result<ChosenSpans> {
            ChosenSpans chosen;
            for (const TrialRef trial : trials) {
                auto spans = stop ? Result<std::vector<SpanDetail>>() : spansOfTrial(project, trial.run, trial.number);
                if (!spans) {
                    return fail(spans);
                }
                if (trial == current) {
                    chosen.flow = flowOf(*spans);
                }
                chosen.spans.insert(chosen.spans.end(), std::make_move_iterator(spans->begin()),
                                    std::make_move_iterator(spans->end()));
            }
            return chosen;
        },
        std::move(answer), true);
}

void TimelineQuestions::spansOf(TrialRef trial, Answer<std::vector<SpanDetail>> answer)
{
    m_reader.ask<std::vector<SpanDetail>>(
        QStringLiteral("preview"),
        [trial](Project& project, const std::atomic<bool>&) { return spansOfTrial(project, trial.run, trial.number); },
        std::move(answer));
}

} // namespace knobscope
