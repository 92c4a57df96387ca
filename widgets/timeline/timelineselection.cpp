// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineselection.h"

#include "widgets/text/number.h"
#include "widgets/timeline/rangepanel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/translation/coretext.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t mostChosen = 200; // trials whose spans are painted above the others

} // namespace

TimelineSelection::TimelineSelection(Workspace& workspace, TimelineQuestions& questions, TimelineCanvas& canvas,
                                     const TimelineSource& source, SpanDetails& details, RangePanel& range)
    : m_workspace(workspace)
    , m_questions(questions)
    , m_canvas(canvas)
    , m_source(source)
    , m_details(details)
    , m_range(range)
{
    connect(&source, &TimelineSource::changed, this, &TimelineSelection::forget);
    connect(&source, &TimelineSource::begun, this, &TimelineSelection::showChosen);
    connect(&canvas, &TimelineCanvas::rangeChanged, this, &TimelineSelection::count);
    connect(&canvas, &TimelineCanvas::spanClicked, this, &TimelineSelection::takeClick);
    connect(&canvas, &TimelineCanvas::neighbourWanted, this, &TimelineSelection::step);
    connect(&canvas, &TimelineCanvas::escapePressed, this, &TimelineSelection::deselect);
    connect(&canvas, &TimelineCanvas::emptyClicked, this, &TimelineSelection::deselect);
    connect(&canvas, &TimelineCanvas::trialHovered, this,
            [this](qint64 run, qint64 trial) { m_workspace.selection().hover({run, trial}); });
    connect(&range, &RangePanel::filterWanted, this, &TimelineSelection::filterToRange);
    connect(&workspace, &Workspace::runsChanged, this, [this] {
        if (!m_workspace.filters().all().empty()) {
            applyFilters(); // another run, another task
        }
    });
    connect(&workspace.filters(), &Filters::changed, this, &TimelineSelection::applyFilters);
    connect(&workspace.selection(), &Selection::changed, this, &TimelineSelection::showChosen);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &TimelineSelection::preview);
}

void TimelineSelection::forget()
{
    m_canvas.setRange(std::nullopt);
    takeSpan(std::nullopt, false);
    m_canvas.setChosen({}, {});
    m_canvas.setPreview({});
    takeFilters();
}

void TimelineSelection::deselect()
{
    takeSpan(std::nullopt, false);
    m_workspace.selection().clear();
}

void TimelineSelection::takeSpan(const std::optional<SpanDetail>& span, bool reveal)
{
    m_canvas.setSelectedSpan(span);
    m_details.show(span, m_canvas.origin());
    emit panelChanged(span ? &m_details : nullptr);
    if (!span) {
        return;
    }
    if (reveal) {
        m_canvas.reveal(*span);
    }
    if (m_source.isOwn() && span->run > 0 && span->trial > 0) {
        m_workspace.selection().select({{span->run, span->trial}});
    }
}

void TimelineSelection::takeClick(const TrackRow& track, int depth, qint64 time, qint64 reach)
{
    m_questions.spanAt(track, depth, time, reach, [this](Result<std::optional<SpanDetail>> span) {
        if (span && *span) {
            takeSpan(*span, false);
        } else if (span) {
            deselect();
        }
    });
}

void TimelineSelection::step(bool forward)
{
    const auto& selected = m_canvas.selectedSpan();
    const int current = m_canvas.currentLane();
    const Lane* lane = current >= 0 ? &m_canvas.lanes().lanes()[static_cast<size_t>(current)] : nullptr;
    const auto take = [this](Result<std::optional<SpanDetail>> span) {
        if (span && *span) {
            takeSpan(*span, true);
        } else if (span) {
            emit said(tr("No more spans in this lane"));
        }
    };
    if (selected && (!lane || lane->tracks.empty() || m_canvas.lanes().laneOf(selected->track) == lane)) {
        m_questions.neighbourOf(*selected, forward, take);
    } else if (lane && (selected || lane->kind == Lane::Kind::Thread)) { // the first one of the lane that is seen
        m_questions.spanBeside(*lane, forward ? m_canvas.scale().from : m_canvas.scale().to, forward, take);
    }
}

void TimelineSelection::find(const QString& name, bool forward)
{
    const auto extent = m_canvas.extent();
    SpanDetail from;
    from.begin = forward ? extent.first : extent.second + 1;
    emit said(tr("Searching…"));
    m_questions.find(name.toStdString(), m_canvas.lanes().tracks(), m_canvas.selectedSpan().value_or(from), forward,
                     [this, name](Result<std::optional<SpanDetail>> found) {
                         if (!found) {
                             emit said(coreText(found.error()));
                         } else if (!*found) {
                             emit said(tr("No span is called so"));
                         } else {
                             takeSpan(*found, true);
                             countMatches(name, **found);
                         }
                     });
}

void TimelineSelection::countMatches(const QString& name, const SpanDetail& chosen)
{
    m_questions.placeOfMatch(name.toStdString(), m_canvas.lanes().tracks(), chosen, [this](Result<MatchPlace> found) {
        emit said(found ? tr("%1 of %2").arg(number(found->place), number(found->all)) : coreText(found.error()));
    });
}

void TimelineSelection::count()
{
    const auto range = m_canvas.range();
    const auto show = [this](const Result<std::vector<NameStatistics>>& rows) {
        m_range.setCounted(rows, m_canvas.range(), m_canvas.origin());
        m_range.setFilterable(m_canvas.range() && m_source.isOwn());
        emit panelChanged(rows && m_canvas.range() ? &m_range : nullptr);
    };
    if (!range) {
        show({});
        return;
    }
    m_range.setCounting();
    m_questions.statistics(*range, m_canvas.lanes().tracks(), m_source.isOwn() ? matchingTrials() : MatchingTrials({}, {}),
                           [this, range, show](const Result<std::vector<NameStatistics>>& rows) {
                               if (m_canvas.range() == range) {
                                   show(rows);
                               }
                           });
}

MatchingTrials TimelineSelection::matchingTrials() const
{
    const auto& filters = m_workspace.filters().all();
    const bool namesKnobs = std::any_of(filters.begin(), filters.end(),
                                        [](const TrialFilter& filter) { return filter.kind == TrialFilter::Kind::Knob; });
    MatchingTrials::Tasks tasks;
    for (const RunRow& run : m_workspace.runs()) {
        if (namesKnobs) {
            tasks[run.id] = m_workspace.taskOfRun(run.id);
        }
    }
    return {filters, std::move(tasks)};
}

void TimelineSelection::takeFilters()
{
    const bool isFiltered = m_source.isOwn() && !m_workspace.filters().all().empty();
    m_matching = isFiltered ? std::make_shared<MatchingTrials>(matchingTrials()) : nullptr;
}

void TimelineSelection::applyFilters()
{
    takeFilters();
    emit filtersChanged();
    if (m_canvas.range()) {
        count();
    }
}

void TimelineSelection::showChosen()
{
    std::vector<TrialRef> trials = m_workspace.selection().trials();
    if (trials.empty() || !m_source.isOwn() || !m_questions.hasProject()) {
        m_canvas.setChosen({}, {});
        return;
    }
    trials.resize(std::min(trials.size(), mostChosen));
    m_questions.chosen(std::move(trials), m_workspace.selection().current(), [this](Result<ChosenSpans> chosen) {
        if (chosen) {
            m_canvas.setChosen(std::move(chosen->spans), std::move(chosen->flow));
        }
    });
}

void TimelineSelection::preview()
{
    const TrialRef hovered = m_workspace.selection().hovered();
    if (!hovered.isValid() || !m_source.isOwn() || !m_canvas.isVisible()) {
        m_canvas.setPreview({});
        return;
    }
    m_questions.spansOf(hovered, [this, hovered](Result<std::vector<SpanDetail>> spans) {
        if (spans && m_workspace.selection().hovered() == hovered) {
            m_canvas.setPreview(std::move(*spans));
        }
    });
}

void TimelineSelection::filterToRange()
{
    const auto range = m_canvas.range();
    if (!range || !m_source.isOwn()) {
        m_workspace.say(MessageLevel::Info, !m_source.isOwn()
                                                ? tr("Trials have no times in an imported trace: choose a run of this project.")
                                                : tr("Mark a range first: drag on the ruler, or press M."));
        return;
    }
    TrialFilter filter;
    filter.kind = TrialFilter::Kind::Time;
    filter.from = static_cast<double>(range->first) * 1e-9;
    filter.to = static_cast<double>(range->second) * 1e-9;
    m_workspace.filters().add(filter);
}

} // namespace knobscope
