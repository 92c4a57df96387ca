// SPDX-License-Identifier: GPL-3.0-or-later
// The selection in the timeline, and its link to the selection and the filters of all views.
#include "widgets/views/timeline/timelineview.h"

#include "core/store/spanlevels.h"
#include "core/store/trialquery.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"
#include "widgets/project/speedunits.h"
#include "widgets/views/timeline/rangepanel.h"
#include "widgets/views/timeline/spandetails.h"
#include "widgets/views/timeline/spannames.h"

#include <QLabel>

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

constexpr size_t kMaxPaintedTrials = 200; // maximum number of trials with spans painted on top
constexpr int kMaxPaintedFlows = 200;

/// Spans of the chosen trials, and the arrows of the current one.
struct ChosenSpans {
    std::vector<SpanDetail> spans;
    std::vector<FlowEdge> flow;
};

Result<ChosenSpans> chosenSpans(Project& project, const std::vector<TrialRef>& trials, TrialRef current,
                                const std::atomic<bool>& stop)
{
    ChosenSpans chosen;
    for (size_t i = 0; i < trials.size() && !stop; ++i) {
        auto spans = TRY(spansOfTrial(project, trials[i].run, trials[i].number));
        if (trials[i] == current) {
            chosen.flow = flowOf(spans);
        }
        std::ranges::move(spans, std::back_inserter(chosen.spans));
    }
    return chosen;
}

/// Returns the neighbour of the first of `edges` that has one.
Result<std::optional<SpanDetail>> adjacentSpan(Project& project, const std::vector<SpanDetail>& edges, bool forward)
{
    for (const SpanDetail& edge : edges) {
        auto found = TRY(neighbourOf(project, edge, forward));
        if (found) {
            return found;
        }
    }
    return std::nullopt;
}

/// Finds the next span of a name after `from`; wraps around at the end.
Result<std::optional<SpanDetail>> findRound(Project& project, const std::vector<TrackRow>& tracks, const std::string& name,
                                            const SpanDetail& from, bool forward, const std::atomic<bool>& stop)
{
    auto found = findSpan(project, tracks, name, from, forward, &stop);
    const SpanDetail otherEnd{.begin = timelineTime(forward ? INT64_MIN : INT64_MAX)};
    const bool startAgain = found && !*found && !stop;
    return startAgain ? findSpan(project, tracks, name, otherEnd, forward, &stop) : found;
}

} // namespace

void TimelineView::connectSelection()
{
    connect(m_canvas, &TimelineCanvas::rangeChanged, this, &TimelineView::count);
    connect(m_canvas, &TimelineCanvas::spanClicked, this, &TimelineView::selectClicked);
    connect(m_canvas, &TimelineCanvas::neighbourWanted, this, &TimelineView::step);
    connect(m_canvas, &TimelineCanvas::deselected, this, &TimelineView::deselect);
    connect(m_canvas, &TimelineCanvas::trialHovered, this,
            [this](qint64 run, qint64 trial) { workspace().selection().hover({run, trial}); });
    connect(m_range, &RangePanel::filterWanted, this, &TimelineView::filterToRange);
    connect(&workspace(), &Workspace::runsChanged, this, [this] {
        if (!workspace().filters().all().empty()) {
            applyFilters(); // after a change of run or task
        }
    });
    connect(&workspace().filters(), &Filters::changed, this, &TimelineView::applyFilters);
    connect(&workspace().selection(), &Selection::changed, this, &TimelineView::showChosen);
    connect(&workspace().selection(), &Selection::hoverChanged, this, &TimelineView::preview);
}

void TimelineView::deselect()
{
    applySpan(std::nullopt, false);
    workspace().selection().clear();
}

void TimelineView::applySpan(const MaybeSpan& span, bool reveal)
{
    m_status->clear(); // clears the message about the previous span
    m_canvas->setSelectedSpan(span);
    m_details->show(span, m_canvas->scene().origin);
    showPanel(span ? m_details : nullptr);
    if (!isOwn()) {
        showChosen();
    }
    if (!span) {
        return;
    }
    if (reveal) {
        m_canvas->reveal(*span);
    }
    if (isOwn() && span->run > 0 && span->trial > 0) {
        workspace().selection().select({{span->run, span->trial}});
        askTrial({span->run, span->trial});
    }
}

/// Shows in the details what their trial measured.
void TimelineView::askTrial(TrialRef trial)
{
    const SpeedUnit unit = runsInCalls(workspace()).contains(trial.run) ? SpeedUnit::CallsPerSecond : SpeedUnit::Gflops;
    workspace().ask(
        this, QStringLiteral("trialOfSpan"),
        [key = TrialKey{trial.run, trial.number}](Project& project) { return trialRows(project, std::span(&key, 1)); },
        [this, trial, unit](const Result<std::vector<TrialRow>>& rows) {
            if (!rows || rows->empty() || rows->front().number == 0 || m_details->trial() != trial) {
                return;
            }
            const TrialRow& row = rows->front();
            std::vector<std::pair<QString, QString>> knobs;
            const auto entity = entityFromJson(row.entity);
            for (const auto& [name, value] : entity ? entity->values : decltype(entity->values){}) {
                knobs.emplace_back(QString::fromStdString(name), QString::fromStdString(valueText(value)));
            }
            m_details->addTrial(row.gflops > 0 ? FlopsCount::speed(number(row.gflops, 1), unit) : outcomeTitle(row.errorNo),
                                knobs);
        });
}

void TimelineView::selectClicked(const TrackRow& track, int depth, qint64 time, qint64 reach)
{
    m_queries.ask(
        TimelineQueries::Span, [=](Project& project, const auto&) { return spanAt(project, track, depth, time, reach); },
        [this](const MaybeSpan& span) {
            if (span) {
                applySpan(span, false);
            } else {
                deselect();
            }
        });
}

void TimelineView::step(bool forward)
{
    const TimelineScene& scene = m_canvas->scene();
    const auto& selected = scene.selected;
    const Lane* lane = scene.currentLane();
    std::vector<SpanDetail> edges;
    if (selected && (!lane || lane->tracks.empty() || scene.lanes.laneOf(selected->track) == lane)) {
        edges = {*selected};
    } else if (lane) { // the first visible span of the lane
        for (const TrackRow& track : lane->tracks) {
            edges.push_back({.track = track.id, .begin = forward ? scene.scale.from : scene.scale.to});
        }
    }
    if (edges.empty()) {
        return;
    }
    m_queries.ask(
        TimelineQueries::Span, [=](Project& project, const auto&) { return adjacentSpan(project, edges, forward); },
        [this](const MaybeSpan& span) {
            if (span) {
                applySpan(span, true);
            } else {
                m_status->setText(tr("No more spans in this lane"));
            }
        });
}

void TimelineView::findSpans(const QString& name, bool forward)
{
    const TimelineScene& scene = m_canvas->scene();
    const SpanDetail end{.begin = forward ? scene.extent.first : scene.extent.second + 1};
    m_status->setText(tr("Searching…"));
    const std::string stored = (isOwn() ? storedName(name) : name).toStdString();
    m_queries.ask(
        TimelineQueries::Find,
        [=, tracks = scene.lanes.tracks(), from = scene.selected.value_or(end)](Project& project, const auto& stop) {
            return findRound(project, tracks, stored, from, forward, stop);
        },
        [this, stored](const MaybeSpan& found) {
            if (found) {
                applySpan(found, true);
                countMatches(stored, *found);
            } else {
                m_status->setText(tr("No matching span"));
            }
        });
}

void TimelineView::countMatches(const std::string& name, const SpanDetail& chosen)
{
    m_queries.ask(
        TimelineQueries::Place,
        [=, tracks = m_canvas->scene().lanes.tracks()](Project& project, const auto& stop) {
            return placeOfMatch(project, tracks, name, chosen, &stop);
        },
        [this](const MatchPlace& found) { m_status->setText(tr("%1 of %2").arg(number(found.place), number(found.all))); });
}

void TimelineView::count()
{
    const auto range = m_canvas->scene().range;
    if (!range) {
        showCount({}, range);
        return;
    }
    m_range->setCounting();
    m_queries.ask(
        TimelineQueries::Statistics,
        [range, tracks = m_canvas->scene().lanes.tracks(), matching = isOwn() ? matchingTrials() : MatchingTrials({}, {})](
            Project& project, const auto& stop) mutable -> Result<std::vector<NameStatistics>> {
            TRY(matching.update(project));
            return rangeStatistics(project, tracks, range->first, range->second, 0, &stop, &matching);
        },
        [this, range](const std::vector<NameStatistics>& rows) { showCount(rows, range); },
        [this, range](const Error& error) { showCount(tl::make_unexpected(error), range); });
}

void TimelineView::showCount(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range)
{
    if (m_canvas->scene().range == range) {
        m_range->setCounted(rows, range, m_canvas->scene().origin, m_trace);
        showPanel(range ? m_range : nullptr);
    }
}

MatchingTrials TimelineView::matchingTrials() const
{
    const auto& filters = workspace().filters().all();
    const bool namesKnobs = std::ranges::count(filters, TrialFilter::Kind::Knob, &TrialFilter::kind) > 0;
    MatchingTrials::Tasks tasks;
    for (const RunRow& run : workspace().runs()) {
        if (namesKnobs) {
            tasks[run.id] = workspace().taskOfRun(run.id);
        }
    }
    return {filters, std::move(tasks)};
}

void TimelineView::updateFilters()
{
    const bool isFiltered = isOwn() && !workspace().filters().all().empty();
    m_matching = isFiltered ? std::make_shared<MatchingTrials>(matchingTrials()) : nullptr;
}

void TimelineView::applyFilters()
{
    updateFilters();
    showFilterNote();
    requestPicture();
    if (m_canvas->scene().range) {
        count();
    }
}

void TimelineView::showFlows()
{
    m_queries.ask(
        TimelineQueries::Chosen,
        [trace = m_trace, selected = m_canvas->scene().selected](Project& project, const auto&) {
            return traceFlows(project, trace, selected, kMaxPaintedFlows + 1);
        },
        [this](std::vector<FlowEdge> flow) {
            // All arrows of a trace with few of them; otherwise only those of the selected span.
            const bool isReadable = m_canvas->scene().selected || flow.size() <= static_cast<size_t>(kMaxPaintedFlows);
            m_canvas->setChosen({}, isReadable ? std::move(flow) : std::vector<FlowEdge>());
        });
}

void TimelineView::showChosen()
{
    if (!isOwn() && m_queries.hasProject()) {
        showFlows();
        return;
    }
    std::vector<TrialRef> trials = workspace().selection().trials();
    if (trials.empty() || !isOwn() || !m_queries.hasProject()) {
        m_canvas->setChosen({}, {});
        describeMarked({}, trials);
        return;
    }
    trials.resize(std::min(trials.size(), kMaxPaintedTrials));
    m_queries.ask(
        TimelineQueries::Chosen,
        [trials, current = workspace().selection().current()](Project& project, const auto& stop) {
            return chosenSpans(project, trials, current, stop);
        },
        [this, trials](ChosenSpans chosen) {
            describeMarked(chosen.spans, trials);
            m_canvas->setChosen(std::move(chosen.spans), std::move(chosen.flow));
        });
}

/// Describes the marked spans of these trials, unless one of them was chosen here.
void TimelineView::describeMarked(const std::vector<SpanDetail>& spans, const std::vector<TrialRef>& trials)
{
    if (const MaybeSpan& selected = m_canvas->scene().selected) {
        const bool isOther =
            selected->trial > 0 && !spans.empty() && std::ranges::count(trials, TrialRef{selected->run, selected->trial}) == 0;
        if (!isOther) {
            return;
        }
        m_canvas->setSelectedSpan(std::nullopt);
    }
    m_details->showMarked(spans, static_cast<int>(trials.size()), m_canvas->scene().origin);
    if (m_details->trial().isValid()) {
        askTrial(m_details->trial());
    }
}

void TimelineView::preview()
{
    const TrialRef hovered = workspace().selection().hovered();
    if (!hovered.isValid() || !isOwn() || !m_canvas->isVisible()) {
        m_canvas->setPreview({});
        return;
    }
    m_queries.ask(
        TimelineQueries::Preview,
        [=](Project& project, const auto&) { return spansOfTrial(project, hovered.run, hovered.number); },
        [this, hovered](std::vector<SpanDetail> spans) {
            if (workspace().selection().hovered() == hovered) {
                m_canvas->setPreview(std::move(spans));
            }
        });
}

void TimelineView::filterToRange()
{
    const auto range = m_canvas->scene().range;
    if (!range || !isOwn()) {
        workspace().report(MessageLevel::Info, !isOwn()
                                                   ? tr("An imported trace has no trial times. Choose a run of this project.")
                                                   : tr("Mark a range first. Drag on the ruler, or press M."));
        return;
    }
    workspace().filters().add({.kind = TrialFilter::Kind::Time,
                               .from = static_cast<double>(range->first) * 1e-9,
                               .to = static_cast<double>(range->second) * 1e-9});
}

} // namespace knobscope
