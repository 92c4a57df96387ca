// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/trialfigures.h"

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

TrialFigures figuresOf(const TrialRow& row)
{
    const auto timing = fromJson<Timing>(row.timing);
    const double share = row.errorNo == 0 ? timing.measuredShare() : 1;
    TrialFigures figures{.gflops = row.gflops / share, .costs = row.costs, .speedup = row.speedup / share};
    for (double& seconds : figures.costs) {
        seconds *= share;
    }
    if (row.errorNo == 0) {
        figures.uncertainty = timing.uncertainty;
        figures.tiedWith = timing.tiedWith;
    }
    return figures;
}

Result<std::map<int64_t, double>> measuredShares(Project& project, int64_t run, int64_t after)
{
    return guarded(project.path(), [&]() -> Result<std::map<int64_t, double>> {
        std::map<int64_t, double> shares;
        Query ties(project.database(),
                   "SELECT number, timing FROM trial WHERE run = ? AND number > ? AND error_no = 0"
                   " AND instr(timing, '\"tied_with\"') > 0",
                   run, after);
        int64_t number = 0;
        for (std::string timing; ties.next(number, timing);) {
            shares[number] = fromJson<Timing>(columnJson(timing)).measuredShare();
        }
        return shares;
    });
}

Result<std::vector<TrialPoint>> measuredPoints(Project& project, int64_t run, int64_t after)
{
    auto points = TRY(project.points(run, after));
    const auto shares = TRY(measuredShares(project, run, after));
    for (TrialPoint& point : points) {
        const auto tie = shares.find(point.number);
        point.gflops /= tie == shares.end() ? 1 : tie->second;
    }
    return points;
}

} // namespace knobscope
