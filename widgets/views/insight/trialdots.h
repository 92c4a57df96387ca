// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/trialset.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/project/workspace.h"

namespace knobscope {

inline TrialRef refOf(const TrialSet::Trial& trial)
{
    return {trial.run, trial.point.number};
}

/// Links the first series of a plot to its trials: hovering, choosing or enclosing points there applies to all views, and
/// selected trials have a ring there. GUI thread only.
class TrialDots : public QObject
{
    Q_OBJECT
public:
    static constexpr int kSeries = 0;

    TrialDots(Workspace& workspace, PlotCanvas& canvas);
    /// Sets the trials of the series' points; the plot must have the series already.
    void setTrials(std::vector<TrialRef> trials);
    /// Invalid if a point is not a trial.
    TrialRef at(PlotPick pick) const;

private:
    void showChosen();

    Workspace& m_workspace;
    PlotCanvas& m_canvas;
    std::vector<TrialRef> m_trials;
};

} // namespace knobscope
