// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/runtrials.h"
#include "core/store/trialquery.h"
#include "core/target/machineprofile.h"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <cstdint>

namespace knobscope {

/// Something to know about a run, and what to do about it.
struct RunFinding {
    std::string id;    ///< "failures", "early", "late", "peak", "config", "knob", "pace"
    Sentence text;
    Sentence evidence; ///< the numbers behind the text
    Sentence change;   ///< what to do
    double gain = 1;   ///< how many times as fast the kernels, or the tuning, can become by it at most; 1: unknown
    int64_t index = -1; ///< the changed config, if the change is one; else -1
};

/// Up to five findings about a run, the largest gain first: failures and their knob, where the best was found, its distance to
/// the peak, what its config lacks (findings.h), the knob that decides most, a slowed machine. `peakGflops`: plain, of the run's
/// cores; 0: unknown. `machine`: that of the run's target. `shared`: as for trialSetOf(). None for a run without trials. A second
/// for a large run.
Result<std::vector<RunFinding>> runFindings(Project& project, const RunRow& run, const MachineProfile& machine, double peakGflops,
                                            RunTrials* shared = nullptr, const std::atomic<bool>* isCancelled = nullptr);

/// {"id", "text", "evidence", "change": {"text", "index"}, "gain"}; "index" only if the change is a config.
nlohmann::json runFindingToJson(const RunFinding& finding);

} // namespace knobscope
