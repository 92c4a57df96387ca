// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/annealing.h"
#include "core/tuner/cost_model/costmodel.h"
#include "core/tuner/feature/features.h"
#include "core/tuner/tuner.h"

#include <cstdint>

namespace knobscope {

/// What a tuner makes of earlier results.
enum class TransferRule : uint8_t {
    Similar, ///< from one record on; its predictions become a feature, its best configs are tried
    Autotvm, ///< AutoTVM's: nothing below some hundred records, then a base model whose say fades
    None,
};

/// Everything about searching with a cost model. Defaults are AutoTVM's (facts: XGB = cost model + simulated annealing).
struct ModelOptions {
    int64_t planSize = 64;      ///< trials between two fits, and configs planned after each
    FeatureKind features = FeatureKind::Itervar;
    BoostingOptions boosting;
    AnnealingOptions annealing;
    double diversityRatio = 0;  ///< so many times more maxima, of which the most different are taken; below 1: off
    double randomShare = 0.05;  ///< of the trials, chosen without the model
    int64_t overlap = 0;        ///< trials at most that still come from the old plan while the model is fitted
    double growth = 0;          ///< a fit waits for at least this share of new trials
    int64_t scoreAllBelow = 0;  ///< spaces with fewer configs are scored whole instead of annealed over
    bool startsAtBest = false; ///< annealing begins at the best measured configs too, not only where it ended
    TransferRule transfer = TransferRule::Autotvm;
    int64_t minSeedRecords = 500; ///< AutoTVM's rule
    uint64_t seed = 0;
};

/// A tuner that fits a cost model to what was measured and measures next what the model promises. Fitting and searching run in a
/// thread of their own on the context's cores; when they begin and when their plan is taken up is counted in trials, never in
/// time. Features that cannot be had of the context's space are replaced by FeatureKind::Value, and it says so.
std::unique_ptr<Tuner> makeModelTuner(const TunerContext& context, const ModelOptions& options);

} // namespace knobscope
