// SPDX-License-Identifier: GPL-3.0-or-later
// What the other views chose, hover over and filter, on the timeline.
#include "widgets/timeline/timelineview.h"

#include <QLabel>

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

constexpr size_t mostChosen = 200; // trials whose spans are painted above the others

struct Chosen {
    std::vector<SpanDetail> spans;
    std::vector<FlowEdge> flow;
};

} // namespace

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
    m_filterNote->setVisible(m_trace == 0 && !m_matching->matchesAll());
    askPicture();
    if (m_canvas->range()) {
        askStatistics();
    }
}

void TimelineView::askChosen()
{
    std::vector<TrialRef> trials = workspace().selection().trials();
    const TrialRef current = workspace().selection().current();
    if (trials.empty() || m_trace != 0 || !m_reader.hasProject()) {
        m_canvas->setChosen({}, {});
        return;
    }
    if (trials.size() > mostChosen) {
        trials.resize(mostChosen);
    }
    m_reader.ask<Chosen>(
        QStringLiteral("chosen"),
        [trials, current](Project& project, const std::atomic<bool>& stop) -> Result<Chosen> {
            Chosen chosen;
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
        [this](Result<Chosen> chosen) {
            if (chosen) {
                m_canvas->setChosen(std::move(chosen->spans), std::move(chosen->flow));
            }
        },
        true);
}

void TimelineView::askPreview()
{
    const TrialRef hovered = workspace().selection().hovered();
    if (!hovered.isValid() || m_trace != 0 || !isVisible()) {
        m_canvas->setPreview({});
        return;
    }
    m_reader.ask<std::vector<SpanDetail>>(
        QStringLiteral("preview"),
        [hovered](Project& project, const std::atomic<bool>&) { return spansOfTrial(project, hovered.run, hovered.number); },
        [this, hovered](Result<std::vector<SpanDetail>> spans) {
            if (spans && workspace().selection().hovered() == hovered) {
                m_canvas->setPreview(std::move(*spans));
            }
        });
}

} // namespace knobscope
