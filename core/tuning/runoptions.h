// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/pruner.h"
#include "core/tuning/stoprule.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace knobscope {

/// Options of a run and its limits; the first limit reached ends it.
struct RunOptions {
    std::string tuner = "default";
    nlohmann::json parameters = nlohmann::json::object(); ///< of the tuner
    int64_t trials = 128;       ///< 0: no limit
    double seconds = 0;         ///< 0: no limit
    int64_t earlyStopping = 0;  ///< trials since the best one; 0: no limit (AutoTVM's rule, section "The tuning loop")
    double targetGflops = 0;    ///< 0: none
    double targetPercent = 0;   ///< of peakGflops; 0: none
    double peakGflops = 0;      ///< of a machine as measured, of a GPU as described; 0: unknown
    uint64_t seed = 0;
    int confirmTop = 4;         ///< number of best configs to re-time against each other before reporting one as best; 0: none
    bool fromScratch = false; ///< uses no earlier results, whatever `transfer` names
    std::string transfer; ///< source of earlier results: "" for none, "project", or a file (see transfer.h)
    /// Skips proposals that an analytical bound shows to be slow: "off", "on", "on=FACTOR", or "auto": on for CPU tasks, where it
    /// rarely skips a good config (docs/results/2026-11-21-search.md), off for GPU tasks and for the tuner "random", which is
    /// to propose uniformly.
    std::string prune = "auto";
    std::string log; ///< AutoTVM log to also append its records to, an absolute path; "": none
    std::vector<int64_t> seeds; ///< configs measured first, in this order; their results are reported to the tuner
    bool isAlone = false; ///< started without the tasks in the window's queue, which do not follow it
};

/// Parses RunOptions::prune for a task and the run's tuner; rejects other words and factors below 1.
Result<PruneOptions> pruneOptionsOf(const RunOptions& options, const Task& task);

/// The limits as one rule.
StopRule stopRuleOf(const RunOptions& options);
/// Replaces the limits in `options` by those of `other`.
void takeLimits(RunOptions& options, const RunOptions& other);

nlohmann::json runOptionsToJson(const RunOptions& options);
/// Missing members, and ones of another type, keep their defaults, so that older projects remain readable.
RunOptions runOptionsFromJson(const nlohmann::json& json);

} // namespace knobscope
