// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/annealing.h"
#include "core/tuner/cost_model/costmodel.h"
#include "core/tuner/feature/features.h"
#include "core/tuner/tuner.h"

#include <cstdint>

namespace knobscope {

/// Rules for using earlier results.
enum class TransferRule : uint8_t {
    Similar, ///< uses one record or more; predictions become a feature, the best configs are tried
    Autotvm, ///< AutoTVM's: needs some hundred records, then a base model whose weight decays
    None,
};

/// Options for searching with a cost model. Defaults are AutoTVM's (facts: XGB = cost model + simulated annealing).
struct ModelOptions {
    int64_t planSize = 64;      ///< trials between two fits, and configs in each plan
    FeatureKind features = FeatureKind::Itervar;
    BoostingOptions boosting;
    AnnealingOptions annealing;
    double diversityRatio = 0;  ///< searches this many times the plan's size and picks the most diverse; below 1: off
    double randomShare = 0.05;  ///< share of trials chosen at random
    int64_t overlap = 0;        ///< maximum number of trials from the old plan while fitting
    double growth = 0;          ///< minimum share of new trials before the next fit
    int64_t scoreAllBelow = 0;  ///< spaces with fewer configs are scored completely instead of annealed
    bool startsAtBest = false; ///< starts annealing also at the best measured configs
    TransferRule transfer = TransferRule::Autotvm;
    int64_t minSeedRecords = 500; ///< AutoTVM's minimum
    uint64_t seed = 0;
};

/// Makes a tuner that fits a cost model to the results and proposes the configs with the best predictions. Fits and searches in
/// its own thread on the context's cores; starting a fit and switching plans depend on the number of trials, never on time.
/// Falls back to FeatureKind::Value, with a message, if the features are not available for the context's space.
std::unique_ptr<Tuner> makeModelTuner(const TunerContext& context, const ModelOptions& options);

} // namespace knobscope
