// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
#include "core/tuner/feature/featurematrix.h"

#include <cstdint>
#include <memory>
#include <string>

namespace knobscope {

/// Guesses a config's score from its features. Larger is better; the scale is the loss's own.
class CostModel
{
public:
    virtual ~CostModel();
    /// Forgets what it knew and fits all rows. Labels are scores, 1 the best and 0 a failure. `margins`, where given, are guesses
    /// from elsewhere that are only corrected (one a row).
    virtual Result<void> fit(const FeatureMatrix& rows, std::span<const float> labels, std::span<const float> margins = {}) = 0;
    /// A score a row. Rows of other lengths than those fitted are padded or cut off.
    virtual Result<std::vector<float>> predict(const FeatureMatrix& rows, std::span<const float> margins = {}) = 0;
};

/// AutoTVM's losses (v0.14): squared error; pairwise ranking of all samples; the same, its metric on labels cut at one half.
enum class ModelLoss : uint8_t { Regression, Rank, RankBinary };

/// Gradient-boosted trees; defaults, and what is no option here, are AutoTVM's.
struct BoostingOptions {
    ModelLoss loss = ModelLoss::Regression;
    int rounds = 8000; ///< at most
    int patience = 20; ///< rounds without a better recall before it stops; 0: all rounds
    int recallAt = 64; ///< what the recall is averaged over
    int threads = 1;
    uint64_t seed = 0;
};

/// Whether this build has XGBoost, and what it is called there: "XGBoost 1.7.4"; empty without.
std::string xgboostVersion();
/// Refused without the library, with a sentence.
Result<std::unique_ptr<CostModel>> makeXgboostModel(const BoostingOptions& options);

/// AutoTVM's average recall: with samples in the order of their predictions, the mean over i < top of the share of the first i
/// that are truly among the best i + 1. Between 0 and 1.
double averageRecall(std::span<const float> predictions, std::span<const float> labels, size_t top);

} // namespace knobscope
