// SPDX-License-Identifier: GPL-3.0-or-later
// Spans and stretches of time: what is chosen here and elsewhere, searched for and counted.
#include "widgets/timeline/rangepanel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/translation/coretext.h"

#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t mostChosen = 200; // trials whose spans are painted above the others

} // namespace

void TimelineView::takeSpan(const std::optional<SpanDetail>& span, bool reveal)
{
    m_canvas->setSelectedSpan(span);
    m_details->show(span, m_canvas->origin());
    arrangePanel();
    if (!span) {
        return;
    }
    m_panel->setCurrentWidget(m_details);
    if (reveal) {
        m_canvas->reveal(*span);
    }
    if (isOwn() && span->run > 0 && span->trial > 0) {
        workspace().selection().select({{span->run, span->trial}});
    }
}

void TimelineView::askNeighbour(bool forward)
{
    const auto& selected = m_canvas->selectedSpan();
    const int current = m_canvas->currentLane();
    const Lane* lane = current >= 0 ? &m_canvas->lanes().lanes()[static_cast<size_t>(current)] : nullptr;
    const auto take = [this](Result<std::optional<SpanDetail>> span) {
        if (span && *span) {
            takeSpan(*span, true);
        } else if (span) {
            m_status->setText(tr("No more spans in this lane"));
        }
    };
    if (selected && (!lane || lane->tracks.empty() || m_canvas->lanes().laneOf(selected->track) == lane)) {
        m_questions.neighbourOf(*selected, forward, take);
    } else if (lane && (selected || lane->kind == Lane::Kind::Thread)) { // the first one of the lane that is seen
        m_questions.spanBeside(*lane, forward ? m_canvas->scale().from : m_canvas->scale().to, forward, take);
    }
}

void TimelineView::find(bool forward)
{
    const std::string text = m_search->text().toStdString();
    if (text.empty()) {
        m_canvas->setFocus();
        return;
    }
    const auto& selected = m_canvas->selectedSpan();
    const auto extent = m_canvas->extent();
    const int64_t from = selected ? selected->begin : forward ? extent.first - 1 : extent.second + 1;
    m_status->setText(tr("Searching…"));
    m_questions.find(text, m_canvas->lanes().tracks(), from, extent, forward,
                     [this, from, forward](Result<std::optional<SpanDetail>> found) {
                         if (!found) {
                             m_status->setText(coreText(found.error()));
                         } else if (!*found) {
                             m_status->setText(tr("No span is called so"));
                         } else {
                             const bool isAround = forward ? (*found)->begin <= from : (*found)->begin >= from;
                             m_status->setText(isAround ? tr("Found from the other end") : QString());
                             takeSpan(*found, true);
                         }
                     });
}

void TimelineView::askStatistics()
{
    const auto range = m_canvas->range();
    const auto show = [this](const Result<std::vector<NameStatistics>>& rows) {
        m_range->setCounted(rows, m_canvas->range(), m_canvas->origin());
        m_range->setFilterable(m_canvas->range() && isOwn());
        arrangePanel();
        if (rows && m_canvas->range()) {
            m_panel->setCurrentWidget(m_range);
        }
    };
    if (!range) {
        show({});
        return;
    }
    m_range->setCounting();
    m_questions.statistics(*range, m_canvas->lanes().tracks(), isOwn() ? matchingTrials() : MatchingTrials({}, {}),
                           [this, range, show](Result<std::vector<NameStatistics>> rows) {
                               if (m_canvas->range() == range) {
                                   show(rows);
                               }
                           });
}

MatchingTrials TimelineView::matchingTrials()
{
    const auto& filters = workspace().filters().all();
    const bool namesKnobs = std::any_of(filters.begin(), filters.end(),
                                        [](const TrialFilter& filter) { return filter.kind == TrialFilter::Kind::Knob; });
    MatchingTrials::Tasks tasks;
    for (const RunRow& run : workspace().runs()) {
        if (namesKnobs) {
            tasks[run.id] = workspace().taskOfRun(run.id);
        }
    }
    return {filters, std::move(tasks)};
}

void TimelineView::applyFilters()
{
    m_matching = std::make_shared<MatchingTrials>(matchingTrials());
    m_filterNote->setVisible(isOwn() && !m_matching->matchesAll());
    askPicture();
    if (m_canvas->range()) {
        askStatistics();
    }
}

void TimelineView::askChosen()
{
    std::vector<TrialRef> trials = workspace().selection().trials();
    if (trials.empty() || !isOwn() || !m_questions.hasProject()) {
        m_canvas->setChosen({}, {});
        return;
    }
    trials.resize(std::min(trials.size(), mostChosen));
    m_questions.chosen(std::move(trials), workspace().selection().current(), [this](Result<ChosenSpans> chosen) {
        if (chosen) {
            m_canvas->setChosen(std::move(chosen->spans), std::move(chosen->flow));
        }
    });
}

void TimelineView::askPreview()
{
    const TrialRef hovered = workspace().selection().hovered();
    if (!hovered.isValid() || !isOwn() || !isVisible()) {
        m_canvas->setPreview({});
        return;
    }
    m_questions.spansOf(hovered, [this, hovered](Result<std::vector<SpanDetail>> spans) {
        if (spans && workspace().selection().hovered() == hovered) {
            m_canvas->setPreview(std::move(*spans));
        }
    });
}

void TimelineView::filterToRange()
{
    const auto range = m_canvas->range();
    if (!range || !isOwn()) {
        workspace().say(MessageLevel::Info, !isOwn()
                                                ? tr("Trials have no times in an imported trace: choose a run of this project.")
                                                : tr("Mark a range first: drag on the ruler, or press M."));
        return;
    }
    TrialFilter filter;
    filter.kind = TrialFilter::Kind::Time;
    filter.from = static_cast<double>(range->first) * 1e-9;
    filter.to = static_cast<double>(range->second) * 1e-9;
    workspace().filters().add(filter);
}

} // namespace knobscope
