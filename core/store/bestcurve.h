// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// A step of a best-so-far curve: from x on the best is `best`.
struct CurveStep {
    double x = 0;    ///< trial number, or seconds
    double best = 0; ///< GFLOPS, or a share of the best speed
    friend bool operator==(const CurveStep&, const CurveStep&) = default;
};

/// Steps of a run's best-so-far curve by trial number, in order, without the end of the run: a few dozen even for a million
/// trials. Reads only the index.
Result<std::vector<CurveStep>> bestCurve(Project& project, int64_t run);

} // namespace knobscope
