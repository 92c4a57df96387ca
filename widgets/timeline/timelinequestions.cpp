// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinequestions.h"

#include "core/store/spanlevels.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

void TimelineQuestions::setProject(const QString& path)
{
    m_path = path;
    m_gflops = std::make_shared<GflopsCounter>();
    for (auto& [name, kind] : m_kinds) {
        kind.next = nullptr;
        kind.reader.setPath(path);
    }
}

bool TimelineQuestions::isBusy() const
{
    return std::any_of(m_kinds.begin(), m_kinds.end(), [](const auto& entry) { return entry.second.reader.isBusy(); });
}

void TimelineQuestions::finishNow()
{
    for (auto& [name, kind] : m_kinds) {
        kind.reader.finishNow();
    }
}

TimelineQuestions::Kind& TimelineQuestions::kindOf(const std::string& name)
{
    const auto [found, isNew] = m_kinds.try_emplace(name);
    if (isNew) {
        found->second.reader.setPath(m_path);
        connect(&found->second.reader, &ProjectReader::failed, this, &TimelineQuestions::failed);
    }
    return found->second;
}

template<class T>
void TimelineQuestions::ask(const char* name, Work<T> work, Answer<T> answer, bool interrupts)
{
    Kind& kind = kindOf(name);
    ProjectReader::Question question = [&kind, work = std::move(work), answer = std::move(answer)](
                                           Project& project, const std::atomic<bool>& stop) -> ProjectReader::Answer {
        auto found = std::make_shared<Result<T>>(caught([&] { return work(project, stop); }));
        return [&kind, answer, found] {
            if (kind.next) {
                kind.reader.ask(std::exchange(kind.next, nullptr));
            }
            answer(std::move(*found));
        };
    };
    if (kind.reader.isBusy() && !interrupts) {
        kind.next = std::move(question);
    } else {
        kind.next = nullptr;
        kind.reader.ask(std::move(question));
    }
}

void TimelineQuestions::content(qint64 trace, qint64 run, Answer<TimelineContent> answer)
{
    ask<TimelineContent>(
        "content",
        [trace, run](Project& project, const std::atomic<bool>& stop) -> Result<TimelineContent> {
            auto tracks = timelineTracks(project, trace, run);
            auto counters = timelineCounters(project, trace);
            auto traces = timelineTraces(project);
            if (!tracks || !counters || !traces) {
                return !tracks ? fail(tracks) : !counters ? fail(counters) : fail(traces);
            }
            const auto extent = run > 0 ? extentOfRun(project, run) : Result<std::optional<Interval>>();
            auto pauses = timelinePauses(project, *tracks, &stop);
            if (!extent || !pauses) {
                return !extent ? fail(extent) : fail(pauses);
            }
            return TimelineContent{std::move(*tracks), *extent, std::move(*pauses), std::move(*counters), std::move(*traces)};
        },
        std::move(answer));
}

void TimelineQuestions::pictures(PictureRequest pinned, PictureRequest body, Answer<std::pair<LanePicture, LanePicture>> answer)
{
    using Pictures = std::pair<LanePicture, LanePicture>;
    ask<Pictures>(
        "picture",
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
    ask<QImage>(
        "minimap", [request](Project& project, const std::atomic<bool>& stop) { return drawMinimap(project, request, stop); },
        std::move(answer));
}

void TimelineQuestions::spanAt(const TrackRow& track, int depth, qint64 time, qint64 reach, Answer<MaybeSpan> answer)
{
    ask<MaybeSpan>(
        "span", [=](Project& project, const std::atomic<bool>&) { return knobscope::spanAt(project, track, depth, time, reach); },
        std::move(answer));
}

void TimelineQuestions::neighbourOf(const SpanDetail& span, bool forward, Answer<MaybeSpan> answer)
{
    ask<MaybeSpan>(
        "span", [=](Project& project, const std::atomic<bool>&) { return knobscope::neighbourOf(project, span, forward); },
        std::move(answer));
}

void TimelineQuestions::spanBeside(const Lane& lane, int64_t time, bool forward, Answer<MaybeSpan> answer)
{
    ask<MaybeSpan>(
        "span",
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

void TimelineQuestions::find(const std::string& name, std::vector<TrackRow> tracks, const SpanDetail& from, bool forward,
                             Answer<MaybeSpan> answer)
{
    ask<MaybeSpan>(
        "find",
        [=, tracks = std::move(tracks)](Project& project, const std::atomic<bool>& stop) -> Result<MaybeSpan> {
            auto found = findSpan(project, tracks, name, from, forward, &stop);
            SpanDetail otherEnd;
            otherEnd.begin = timelineTime(forward ? INT64_MIN : INT64_MAX);
            const bool startAgain = found && !*found && !stop;
            return startAgain ? findSpan(project, tracks, name, otherEnd, forward, &stop) : found;
        },
        std::move(answer), true);
}

void TimelineQuestions::placeOfMatch(const std::string& name, std::vector<TrackRow> tracks, const SpanDetail& span,
                                     Answer<MatchPlace> answer)
{
    ask<MatchPlace>(
        "place",
        [=, tracks = std::move(tracks)](Project& project, const std::atomic<bool>& stop) {
            return knobscope::placeOfMatch(project, tracks, name, span, &stop);
        },
        std::move(answer), true);
}

void TimelineQuestions::statistics(Interval range, std::vector<TrackRow> tracks, MatchingTrials matching,
                                   Answer<std::vector<NameStatistics>> answer)
{
    ask<std::vector<NameStatistics>>(
        "statistics",
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
    ask<ChosenSpans>(
        "chosen",
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
    ask<std::vector<SpanDetail>>(
        "preview", [trial](Project& project, const std::atomic<bool>&) { return spansOfTrial(project, trial.run, trial.number); },
        std::move(answer));
}

} // namespace knobscope
