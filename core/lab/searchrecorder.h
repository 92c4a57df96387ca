// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recorder.h"
#include "core/lab/runlab.h"

#include <cstdint>

namespace knobscope {

struct SearchRecordOptions {
    std::vector<TunerChoice> tuners;
    LabOptions lab;           ///< seeds, budget and threads of the searches
    int around = 12;          ///< of so many of the best all configs that differ in one knob are measured as well
    RecordOptions recording;  ///< its seed is not used
};

/// Records of a space that is too large to be measured whole what searches ask for: replays every tuner with every seed, measures
/// each config that a replay comes to and `path` does not have yet, appends it, and goes on with what came out. Then the
/// surroundings of the best, then the best against each other on one scale, and again from the first replay until nothing is
/// missing. So replays with these tuners, seeds and budgets find every config that they ask for, and the space is dense where
/// searches end up. What was cut off goes on where it was, since replays repeat themselves.
/// `progress` counts measured configs; their total is not known (0). Errors as those of recordSpace and runLab.
Result<RecordOutcome> recordSearches(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                     const SearchRecordOptions& options,
                                     const std::function<void(const RecordProgress&)>& progress);

} // namespace knobscope
