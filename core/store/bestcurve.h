// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// A trial that was better than all before it.
struct BestStep {
    int64_t number = 0; ///< of the trial
    double gflops = 0;
    friend bool operator==(const BestStep&, const BestStep&) = default;
};

/// The best-so-far curve of a run as its steps, in order: a few dozen even for a million trials. Read from the index alone.
Result<std::vector<BestStep>> bestCurve(Project& project, int64_t run);

} // namespace knobscope
