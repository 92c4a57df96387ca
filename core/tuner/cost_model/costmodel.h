// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tuner/feature/featurematrix.h"

#include <cstdint>
#include <memory>
#include <string>

namespace knobscope {

/// Predicts a config's score from its features. Larger is better; the scale depends on the loss.
class CostModel
{
public:
    virtual ~CostModel();
    /// Discards the model and fits all rows. Labels are scores: 1 for the best, 0 for a failure. `margins`, if given, are base
    /// predictions to correct, one for each row.
    virtual Result<void> fit(const FeatureMatrix& rows, std::span<const float> labels, std::span<const float> margins = {}) = 0;
    /// Returns a score for each row. Pads or cuts rows to the length used in fitting.
    virtual Result<std::vector<float>> predict(const FeatureMatrix& rows, std::span<const float> margins = {}) = 0;
};

/// AutoTVM's losses (v0.14): squared error; pairwise ranking of all samples; the same with the metric on labels cut at one half.
enum class ModelLoss : uint8_t { Regression, Rank, RankBinary };

/// Options of gradient-boosted trees; the defaults and everything else are AutoTVM's.
struct BoostingOptions {
    ModelLoss loss = ModelLoss::Regression;
    int rounds = 8000; ///< maximum
    int patience = 20; ///< rounds without a better recall before stopping; 0: always all rounds
    int recallAt = 64; ///< number of top samples for the recall
    int threads = 1;
    uint64_t seed = 0;
};

/// Version of XGBoost in this build: "XGBoost 1.7.4"; empty if there is none.
std::string xgboostVersion();
/// Makes an XGBoost model; returns an error in a build without the library.
Result<std::unique_ptr<CostModel>> makeXgboostModel(const BoostingOptions& options);

/// AutoTVM's average recall: with samples sorted by prediction, the mean over i < top of the fraction of the first i that are
/// truly among the best i + 1. Between 0 and 1.
double averageRecall(std::span<const float> predictions, std::span<const float> labels, size_t top);

} // namespace knobscope
