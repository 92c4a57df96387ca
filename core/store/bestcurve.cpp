// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/bestcurve.h"

#include "core/store/guarded.h"
#include "core/store/query.h"

#include <algorithm>
#include <limits>

namespace knobscope {

Result<std::vector<CurveStep>> bestCurve(Project& project, int64_t run)
{
    return guarded(project.path(), [&]() -> Result<std::vector<CurveStep>> {
        // Scans from the best trial down; a trial earlier than all seen so far is a step. Trial 1 ends the scan.
        Query query(project.database(),
                    "SELECT number, gflops FROM trial WHERE run = ? AND gflops > 0 ORDER BY gflops DESC, number DESC", run);
        std::vector<CurveStep> steps;
        CurveStep step;
        double earliest = std::numeric_limits<double>::infinity();
        while (earliest > 1 && query.next(step.x, step.best)) {
            if (step.x < earliest) {
                // Of trials with equal speed the earliest is the step.
                if (!steps.empty() && steps.back().best == step.best) {
                    steps.pop_back();
                }
                steps.push_back(step);
                earliest = step.x;
            }
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    });
}

} // namespace knobscope
