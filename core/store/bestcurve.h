// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// A trial that was better than all trials before it.
struct BestStep {
    int64_t number = 0; ///< trial number
    double gflops = 0;
    friend bool operator==(const BestStep&, const BestStep&) = default;
};

/// Steps of a run's best-so-far curve, in order: a few dozen even for a million trials. Reads only the index.
Result<std::vector<BestStep>> bestCurve(Project& project, int64_t run);

} // namespace knobscope
