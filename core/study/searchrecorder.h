// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recorder.h"
#include "core/study/runlab.h"

#include <cstdint>

namespace knobscope {

struct SearchRecordOptions {
    std::vector<TunerChoice> tuners;
    LabOptions lab;           ///< seeds, budget and threads of the searches
    int around = 12; ///< number of the best whose neighbours, all configs that differ in one knob, are measured as well
    RecordOptions recording; ///< its seed is not used
};

/// Records the configs that searches propose in a space too large to be measured completely: replays every tuner with every seed,
/// measures each config that a replay requests and `path` lacks, appends it, and continues the replay with its result. Then
/// measures the neighbours of the best, re-times the best against each other on one scale, and repeats from the first replay
/// until nothing is missing. So replays with these tuners, seeds and budgets find every config that they request, and the space
/// is dense where searches end. An interrupted recording can be continued, since replays are deterministic.
/// `progress` counts measured configs; their total is unknown (0). Fails like recordSpace and runLab.
Result<RecordOutcome> recordSearches(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                     const SearchRecordOptions& options,
                                     const std::function<void(const RecordProgress&)>& progress);

} // namespace knobscope
