// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/base/trialref.h"

#include <cstdint>

namespace knobscope {

/// A trial with its place.
struct FoundTrial {
    TrialRef place;
    TrialRow row; ///< number 0: there is none
};

/// Returns `selected`, or without it the first trial of run `run` (0: none) that measured a config.
Result<FoundTrial> trialOfConfig(Project& project, TrialRef selected, int64_t run, int64_t config);

} // namespace knobscope
