// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/plotselection.h"

#include "widgets/plot/plotcanvas.h"
#include "widgets/project/selection.h"

namespace knobscope {

void linkPlot(PlotCanvas& plot, Selection& selection)
{
    const auto isMore = [](Qt::KeyboardModifiers modifiers) { return modifiers.testFlag(Qt::ControlModifier); };
    QObject::connect(&plot, &PlotCanvas::trialHovered, &selection, &Selection::hover);
    QObject::connect(&plot, &PlotCanvas::trialChosen, &selection,
                     [=, &selection](TrialRef trial, Qt::KeyboardModifiers modifiers) {
                         std::vector<TrialRef> trials = isMore(modifiers) ? selection.trials() : std::vector<TrialRef>();
                         if (trial.isValid() && std::erase(trials, trial) == 0) {
                             trials.push_back(trial);
                         }
                         selection.select(std::move(trials));
                     });
    QObject::connect(&plot, &PlotCanvas::trialsEnclosed, &selection,
                     [=, &selection](const std::vector<TrialRef>& enclosed, Qt::KeyboardModifiers modifiers) {
                         std::vector<TrialRef> trials = isMore(modifiers) ? selection.trials() : std::vector<TrialRef>();
                         trials.insert(trials.end(), enclosed.begin(), enclosed.end());
                         selection.select(std::move(trials));
                     });
    QObject::connect(&selection, &Selection::changed, &plot, [&] { plot.setSelected(selection.trials()); });
    QObject::connect(&selection, &Selection::hoverChanged, &plot, [&] { plot.setHovered(selection.hovered()); });
    plot.setSelected(selection.trials());
    plot.setHovered(selection.hovered());
}

} // namespace knobscope
