// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/knobcondition.h"
#include "core/store/trialquery.h"

#include <cstdint>

namespace knobscope {

/// Failed trials of a run that failed at the same stage for the same reason.
struct FailureGroup {
    int errorNo = 0;       ///< the stage: AutoTVM's MeasureErrorNo
    Sentence reason;       ///< the message; numbers in which the group differs are "#"
    Sentence example;      ///< the message of …
    int64_t exampleTrial = 0; ///< … this one, the first
    std::vector<int64_t> trials; ///< their numbers, ascending
    std::optional<Separation> explanation; ///< the knob that tells them from the run's other trials; absent: none does
};

/// Why the trials of a run failed.
struct FailureReport {
    int64_t run = 0;
    int64_t trials = 0; ///< looked at
    int64_t failed = 0;
    std::vector<FailureGroup> groups; ///< the largest first
};

/// Groups what failed among the run's trials and looks for the knob behind each group. Of the filters those on knobs and
/// time narrow the trials that are looked at. A second for a million trials; not for the GUI thread.
Result<FailureReport> failureReport(Project& project, const TunedRun& run, std::span<const TrialFilter> filters = {},
                                    const std::atomic<bool>* isCancelled = nullptr);

/// A message taken apart at its numbers: "2,048 threads" is {"", " threads"} and {"2,048"}.
struct MessageParts {
    std::vector<std::string> words;
    std::vector<std::string> numbers;
};
MessageParts messageParts(std::string_view message);

} // namespace knobscope
