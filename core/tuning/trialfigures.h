// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace knobscope {

/// A stored trial's figures as measured. The columns of its row are those that count: of a tie, at most its partner's, so that
/// no best and no order depends on noise.
struct TrialFigures {
    double gflops = 0;         ///< 0 if it failed
    std::vector<double> costs; ///< seconds per call at full pace; {1e9} if it failed
    double speedup = 0; ///< over the anchor; 0: unknown
    std::optional<double>
        uncertainty; ///< half width of the 95 % interval of its ratio to its partner, relative; nullopt: unknown
    std::optional<int64_t> tiedWith; ///< number of the trial, in the same run, that it could not be told from
};
TrialFigures figuresOf(const TrialRow& row);

/// For each tie of a run, from number `after` + 1: what its GFLOPS that count are of those measured.
Result<std::map<int64_t, double>> measuredShares(Project& project, int64_t run, int64_t after = 0);
/// Project::points() with GFLOPS as measured, to learn from.
Result<std::vector<TrialPoint>> measuredPoints(Project& project, int64_t run, int64_t after = 0);

} // namespace knobscope
