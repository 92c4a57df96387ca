// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"

namespace knobscope {

struct KnobImportance {
    size_t knob = 0;        ///< position in the space
    std::string name;
    double share = 0;       ///< of the variance of log GFLOPS that the knob's main effect predicts, 0 to 1
    size_t values = 0;      ///< how many of its candidates succeeded at least once
};

/// How much each knob matters to the speed of the trials that succeeded.
///
/// Method: permutation importance (Breiman 2001) in an additive model of log2 GFLOPS, one effect a knob (for a split one a size),
/// fitted with shrinkage; judged on held-out configs (5 folds), so that a knob with many candidates gets no credit for chance.
/// Limits: main effects alone. A knob that matters only together with another counts little, and `explained` then is low. Trials
/// that a tuner chose are no random sample: a knob that it never moved has no share at all. Failures are left out.
struct Importance {
    std::vector<KnobImportance> knobs; ///< the most important first
    double explained = 0; ///< of the variance, by all main effects together, on held-out configs; below 0 counts as 0
    size_t configs = 0; ///< distinct ones that succeeded
};

/// Refused with fewer than fewestConfigs distinct configs that succeeded, or when all are equally fast.
Result<Importance> knobImportance(const TrialSet& set);
inline constexpr size_t fewestConfigs = 20;

} // namespace knobscope
