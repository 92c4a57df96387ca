// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/trialset.h"
#include "core/tuner/proposalreason.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// A run as a sequence of proposals and results, in the order measured.
struct SearchHistory {
    TrialSet trials; ///< of this run only; GFLOPS as they count for the best (see TrialFigures)
    std::vector<double> measured; ///< GFLOPS as measured, which the tuner learned from; 0: failed
    std::vector<std::pair<size_t, ProposalReason>> reasons; ///< by trial, of those that have one: a random run has none
    std::vector<uint32_t> best; ///< for each trial the index of the best one up to and including it; its own if none has worked
    std::string tuner;
    nlohmann::json parameters;
    uint64_t seed = 0;

    size_t size() const { return trials.trials.size(); }
    /// Unknown for runs of earlier versions, and for tuners without reasons.
    const ProposalReason& reason(size_t trial) const;
    /// Index of the last trial of a config before trial `before`; nullopt if it was not measured.
    std::optional<size_t> trialOf(int64_t index, size_t before) const;
    /// GFLOPS of the best trial before this one; 0: none worked.
    double bestBefore(size_t trial) const;
    /// Same of the fastest one as measured, which the tuner compares with.
    double fastestBefore(size_t trial) const;
};

/// Reads a run. Fails if this version cannot create its task. `known`: an earlier result for the same run of the same file; keeps
/// its task, and reads only newer reasons. `shared`: as for trialSetOf().
Result<SearchHistory> searchHistory(Project& project, int64_t run, const SearchHistory* known = nullptr,
                                    RunTrials* shared = nullptr);

/// Where the value of a proposal's knob comes from.
enum class KnobOrigin : uint8_t {
    Unknown,
    First, ///< the first parent
    Second, ///< the second parent
    Both, ///< equal in both parents
    Mutated,
    Same, ///< as in the centre, or in the walk's point before
    Changed,
};
/// One per knob of the space; all Unknown unless the reason names configs that the proposal was made from.
std::vector<KnobOrigin> knobOrigins(const SearchHistory& history, size_t trial);
Sentence originText(KnobOrigin origin);

/// Why the config was proposed, naming trials where its parents were measured in this run.
Sentence whyProposed(const SearchHistory& history, size_t trial);
/// The result compared with the best before and with what was expected: "The best so far: 4.1 % faster than trial 12. That is 0.8
/// deviations more than expected."
Sentence whatCameOfIt(const SearchHistory& history, size_t trial);

} // namespace knobscope
