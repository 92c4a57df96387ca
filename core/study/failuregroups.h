// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialquery.h"
#include "core/study/knobcondition.h"

#include <cstdint>

namespace knobscope {

/// Failed trials of a run with the same stage and the same reason.
struct FailureGroup {
    int errorNo = 0;       ///< stage: AutoTVM's MeasureErrorNo
    Sentence reason;       ///< message; "#" replaces numbers in which the messages differ
    Sentence example;      ///< message of exampleTrial
    int64_t exampleTrial = 0; ///< the first trial of the group
    std::vector<int64_t> trials; ///< trial numbers, ascending
    std::optional<Separation> explanation; ///< knob condition that separates the group from the other trials, if any
};

/// Reasons why trials of a run failed.
struct FailureReport {
    int64_t run = 0;
    int64_t trials = 0; ///< number of trials examined
    int64_t failed = 0;
    std::vector<FailureGroup> groups; ///< sorted by size, largest first
};

/// Groups the run's failed trials and searches for the knob behind each group. Only filters on knobs and time narrow the trials
/// examined. About a second for a million trials; not for the GUI thread.
Result<FailureReport> failureReport(Project& project, const TunedRun& run, std::span<const TrialFilter> filters = {},
                                    const std::atomic<bool>* isCancelled = nullptr);

/// "tile_ow inner ≥ 28 (97 %, others 3 %)", or that no single knob explains the group.
Sentence briefExplanation(const FailureGroup& group);
/// "97 % of these trials have tile_ow inner ≥ 28, compared with 3 % of the others."
Sentence explanationSentence(const FailureGroup& group);

/// A message split at its numbers: "2,048 threads" is {"", " threads"} and {"2,048"}.
struct MessageParts {
    std::vector<std::string> texts;
    std::vector<std::string> numbers;
};
MessageParts messageParts(std::string_view message);

} // namespace knobscope
