// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/trialfigures.h"

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>

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

Result<std::vector<TrialPoint>> measuredPoints(Project& project, int64_t run, int64_t after)
{
    auto points = TRY(project.points(run, after));
    return guarded(project.path(), [&]() -> Result<std::vector<TrialPoint>> {
        Query ties(project.database(),
                   "SELECT number, timing FROM trial WHERE run = ? AND number > ? AND error_no = 0"
                   " AND instr(timing, '\"tied_with\"') > 0",
                   run, after);
        int64_t number = 0;
        for (std::string timing; ties.next(number, timing);) {
            const auto point = std::ranges::lower_bound(points, number, {}, &TrialPoint::number);
            if (point != points.end() && point->number == number) {
                point->gflops /= fromJson<Timing>(columnJson(timing)).measuredShare();
            }
        }
        return std::move(points);
    });
}

} // namespace knobscope
