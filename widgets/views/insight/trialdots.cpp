// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/trialdots.h"

namespace knobscope {

TrialDots::TrialDots(Workspace& workspace, PlotCanvas& canvas)
    : m_workspace(workspace)
    , m_canvas(canvas)
{
    Selection& selection = workspace.selection();
    connect(&canvas, &PlotCanvas::chosen, this, [this, &selection](PlotPick pick) { selection.select({at(pick)}); });
    connect(&canvas, &PlotCanvas::hovered, this, [this, &selection](PlotPick pick) { selection.hover(at(pick)); });
    connect(&canvas, &PlotView::enclosed, this, [this, &selection](const QPolygonF& pixels, Qt::KeyboardModifiers modifiers) {
        const bool isMore = modifiers.testFlag(Qt::ControlModifier);
        std::vector<TrialRef> inside = isMore ? selection.trials() : std::vector<TrialRef>();
        for (const size_t i : m_trials.empty() ? std::vector<size_t>() : m_canvas.pointsWithin(kSeries, pixels)) {
            inside.push_back(m_trials[i]);
        }
        selection.select(inside);
    });
    connect(&selection, &Selection::changed, this, &TrialDots::showChosen);
}

void TrialDots::setTrials(std::vector<TrialRef> trials)
{
    m_trials = std::move(trials);
    showChosen();
}

TrialRef TrialDots::at(PlotPick pick) const
{
    return pick.series == kSeries ? m_trials[static_cast<size_t>(pick.point)] : TrialRef();
}

void TrialDots::showChosen()
{
    std::vector<PlotMark> marks;
    for (size_t i = 0; i < m_trials.size(); ++i) {
        if (m_workspace.selection().contains(m_trials[i])) {
            marks.push_back({m_canvas.series()[kSeries].points[i]});
        }
    }
    m_canvas.setMarks(std::move(marks));
}

} // namespace knobscope
