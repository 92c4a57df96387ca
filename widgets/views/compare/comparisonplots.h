// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/comparison.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/project/selection.h"

#include <QCoreApplication>

#include <cstdint>
#include <functional>

namespace knobscope {

/// Options of the Compare view's plots.
struct ComparisonPlotOptions {
    CurveAxis x = CurveAxis::Trials;
    bool isPercent = false; ///< y in percent of the best, else GFLOPS
    bool isLogX = false;
    std::string projectPath; ///< runs of this file can be selected
    std::vector<TrialRef> selected;
    std::function<QColor(const std::string& group)> colour;
    std::function<bool(const std::string& group)> isDashed{}; ///< empty: no group is
};

/// Makes the series of the two plots and maps their points back to trials.
class ComparisonPlots
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::ComparisonPlots)
public:
    /// Best so far: a band and a median per group, a thin line per run, rings around selected trials.
    void fillProgress(PlotCanvas& canvas, const TaskComparison& task, std::span<const ComparedRun> runs,
                      const ComparisonPlotOptions& options);
    /// Only the rings.
    static void markSelected(PlotCanvas& canvas, const TaskComparison& task, std::span<const ComparedRun> runs,
                             const ComparisonPlotOptions& options);
    /// Distribution of the GFLOPS of successful trials, one step curve per group.
    static void fillDistribution(PlotCanvas& canvas, const TaskComparison& task, const ComparisonPlotOptions& options);

    /// The trial behind a point of the progress plot; invalid for medians and for runs of other files.
    TrialRef trialAt(PlotPick pick) const;
    /// The series of the progress plot for a run of the open project; -1 if there is none.
    int seriesOfRun(int64_t run) const;

private:
    struct Curve {
        int64_t run = 0; ///< of the open project; 0: of another file
        QString name;
        std::vector<int64_t> trials; ///< by point
    };
    void addBand(std::vector<PlotSeries>& all, const GroupResult& group, const ComparisonPlotOptions& options, double scale);
    void addRun(std::vector<PlotSeries>& all, const GroupResult& group, const ComparedRun& run,
                const ComparisonPlotOptions& options, double scale);
    std::vector<Curve> m_curves; ///< by series; medians have no trials
};

} // namespace knobscope
