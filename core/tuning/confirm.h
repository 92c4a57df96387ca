// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/store/trialscale.h"
#include "core/task/task.h"
#include "core/timing/measurer.h"

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace knobscope {

/// A trial that worked, as input of the search for the best.
struct RankedTrial {
    int64_t number = 0;
    int64_t index = 0;      ///< number of the config
    double seconds = 0;     ///< per call, on the run's scale
    double speedup = 0;     ///< over the anchor; 0: unknown
    double ratio = 1;       ///< to its partner; the lower goes first if recorded seconds are equal
    bool isTied = false;    ///< with an earlier trial, which goes first

    friend bool operator<(const RankedTrial& a, const RankedTrial& b)
    {
        return std::tuple(a.seconds, a.isTied, a.ratio, a.number) < std::tuple(b.seconds, b.isTied, b.ratio, b.number);
    }
};

/// Result of re-timing the best few configs of a run.
struct Confirmation {
    struct Refuted {
        int64_t index = 0;
        MeasureResult result; ///< contains the error
    };
    std::vector<Refuted> refuted;      ///< configs that had measured well but crash or give wrong answers
    std::vector<Sentence> unchecked; ///< why expected outputs were unavailable
    TrialScale scale; ///< corrected scale of the run's trials, on which none is as fast as `best`
    /// The recorded best, or one shown to be faster. nullopt if none was and the record stays unchanged: in a run without
    /// speed-ups, or if the anchor is the best.
    std::optional<RankedTrial> best;
    MeasureResult bestResult; ///< of `best`, on that scale
    std::optional<int64_t> former; ///< the recorded best config, if `best` is another one

    /// Messages about a corrected scale or speed-up, or about a new best.
    std::vector<Sentence> sentences() const;
};

/// Checks the outputs of the best `count` distinct configs of a run and times the correct ones against each other
/// (Measurer::compare). If none is correct, continues with the next few.
Confirmation confirmBest(const Task& task, std::vector<RankedTrial> trials, size_t count, Measurer& measurer);

} // namespace knobscope
