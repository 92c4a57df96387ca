// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/stoprule.h"
#include "core/tuner/pruner.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace knobscope {

/// What a run does and when it ends: the first of its limits that is reached ends it.
struct RunOptions {
    std::string tuner = "default";
    nlohmann::json parameters = nlohmann::json::object(); ///< of the tuner
    int64_t trials = 128;       ///< 0: until another limit
    double seconds = 0;         ///< 0: no limit
    int64_t earlyStopping = 0;  ///< trials since the best one; 0: none (AutoTVM's rule, section "The tuning loop")
    double targetGflops = 0;    ///< 0: none
    double targetPercent = 0;   ///< of peakGflops; 0: none
    double peakGflops = 0;      ///< a machine's as measured, a GPU's as described; 0: not known
    uint64_t seed = 0;
    int confirmTop = 4;         ///< the best few are re-timed against each other before one is called best; 0: not
    std::string transfer; ///< where earlier results come from: "" nowhere, "project", or a file (see transfer.h)
    /// Whether proposals are left out that an analytical bound shows to be slow: "off", "on", "on=FACTOR", or "auto": on for
    /// tasks of CPUs, where it hardly ever leaves out a good config (docs/results/2026-11-21-search.md), off for those of GPUs.
    std::string prune = "auto";
    std::string log; ///< AutoTVM log that its records are appended to as well, an absolute path; "": none
    std::vector<int64_t> seeds; ///< configs measured first, in this order; the tuner hears of them
    bool isAlone = false; ///< it was started without the tasks that wait in the window's queue, which do not follow it
};

/// What the text of RunOptions::prune means for a task; refuses other words and factors below 1.
Result<PruneOptions> pruneOptionsOf(const std::string& text, const Task& task);

/// The limits as one rule.
StopRule stopRuleOf(const RunOptions& options);
/// The limits of `other` take the place of those in `options`.
void takeLimits(RunOptions& options, const RunOptions& other);

nlohmann::json runOptionsToJson(const RunOptions& options);
/// What is missing, or of another type, keeps its default, so that older projects can be read.
RunOptions runOptionsFromJson(const nlohmann::json& json);

} // namespace knobscope
