// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/trialset.h"

namespace knobscope {

struct KnobImportance {
    size_t knob = 0;        ///< index in the space
    std::string name;
    double share = 0;       ///< share of the variance of log GFLOPS predicted by the knob's main effect, 0 to 1
    size_t values = 0;      ///< number of its candidates that succeeded at least once
};

/// Importance of each knob for the speed of successful trials.
///
/// Method: permutation importance (Breiman 2001) in an additive model of log2 GFLOPS, with one effect per knob (per size for a
/// split), fitted with shrinkage and evaluated on held-out configs (5 folds), so that many candidates give no credit for chance.
/// Limits: main effects only. A knob that matters only in combination counts little, and `explained` is low. Trials chosen by a
/// tuner are not a random sample: a knob that never varied has share 0. Failures are excluded.
struct Importance {
    std::vector<KnobImportance> knobs; ///< sorted by share, largest first
    double explained = 0; ///< share of the variance that all main effects together explain on held-out configs; at least 0
    size_t configs = 0; ///< number of distinct successful configs
};

/// Fails with fewer than kMinImportanceConfigs distinct successful configs, or if all are equally fast.
Result<Importance> knobImportance(const TrialSet& set);
inline constexpr size_t kMinImportanceConfigs = 20;

} // namespace knobscope
