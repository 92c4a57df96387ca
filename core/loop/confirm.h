// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/result/sentence.h"
#include "core/store/trialscale.h"
#include "core/task/task.h"

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace knobscope {

/// A trial that worked, as the search for the best sees it.
struct RankedTrial {
    int64_t number = 0;
    int64_t index = 0;      ///< config
    double seconds = 0;     ///< a call, on the run's scale
    double speedup = 0;     ///< over the anchor; 0: not known
    double ratio = 1;       ///< to the kernel it was timed against: among equals on record the lower goes first

    friend bool operator<(const RankedTrial& a, const RankedTrial& b)
    {
        return std::tuple(a.seconds, a.ratio, a.number) < std::tuple(b.seconds, b.ratio, b.number);
    }
};

/// What looking once more at the best few of a run came to.
struct Confirmation {
    struct Refuted {
        int64_t index = 0;
        MeasureResult result; ///< what is wrong with it
    };
    std::vector<Refuted> refuted;      ///< configs that had measured well and do not answer rightly, or crash
    std::vector<Sentence> unchecked; ///< why right answers could not be had
    TrialScale scale; ///< of the run's trials, on which none is as quick as …
    /// … the best: the one on record as such, or one that was shown to be quicker. Nothing where none was and it stays as it is:
    /// in a run without speed-ups, or of which the anchor is the best.
    std::optional<RankedTrial> best;
    MeasureResult bestResult; ///< on that scale
    std::optional<int64_t> former; ///< the config that was on record as the best, where that is another

    /// What is to be said of it: of a scale or a speed-up that was off, or of another best than on record.
    std::vector<Sentence> sentences() const;
};

/// Checks the answers of the best few different configs of a run, `count` of them, and times those that are right against each
/// other (Measurer::compare). Where none is right the next few follow.
Confirmation confirmBest(const Task& task, std::vector<RankedTrial> trials, size_t count, Measurer& measurer);

} // namespace knobscope
