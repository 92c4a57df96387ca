// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/workspace/workspace.h"

namespace knobscope {

inline TrialRef refOf(const TrialSet::Trial& trial)
{
    return {trial.run, trial.point.number};
}

/// The first series of a plot as trials: what is pointed at, chosen or enclosed there is so in all views, and what is chosen
/// anywhere has a ring there. GUI thread only.
class TrialDots : public QObject
{
    Q_OBJECT
public:
    static constexpr int series = 0;

    TrialDots(Workspace& workspace, PlotCanvas& canvas);
    /// The trials behind the points of the series, which the plot has by now.
    void setTrials(std::vector<TrialRef> trials);
    /// Invalid where a point is no trial.
    TrialRef at(PlotPick pick) const;

private:
    void showChosen();

    Workspace& m_workspace;
    PlotCanvas& m_canvas;
    std::vector<TrialRef> m_trials;
};

} // namespace knobscope
