// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/feature/featuresource.h"
#include "core/tuner/modeloptions.h"
#include "core/tuner/prior.h"

#include <atomic>
#include <cstdint>
#include <unordered_set>

namespace knobscope {

/// State of the search when a plan is requested.
struct PlanRequest {
    std::vector<int64_t> indexes; ///< measured configs
    std::vector<double> flops;    ///< speed of each; 0: failed
    std::unordered_set<int64_t> excluded; ///< measured or proposed
    size_t count = 0;             ///< number of configs wanted
};

/// Fits the model and searches for the best predictions. Deterministic: equal requests in equal order give equal plans. Use from
/// one thread at a time; `cancel` is thread-safe.
class Planner
{
public:
    Planner(const ConfigSpace& space, std::shared_ptr<FeatureSource> features, const ModelOptions& options,
            std::vector<EarlierTask> history);
    /// Returns the best first. Empty if nothing has worked so far, or if cancelled.
    std::vector<Maximum> plan(const PlanRequest& request);
    /// First plan, from earlier results only; empty if there are none.
    std::vector<Maximum> firstPlan(const PlanRequest& request);
    /// Best configs of similar tasks in a first plan of `count` configs; empty under AutoTVM's rule.
    std::vector<int64_t> starts(size_t count) const;
    /// Fits the model to the request's results and returns its scores of other configs; empty if nothing has worked so far.
    std::vector<float> scoresAfter(const PlanRequest& request, std::span<const int64_t> indexes);
    void cancel() { m_isCancelled = true; }
    /// Error from a library; empty if there was none.
    const Sentence& problem() const { return m_problem; }

private:
    std::vector<Maximum> search(const ScoreFunction& score, size_t count, const PlanRequest& request);
    std::vector<float> priorScores(std::span<const int64_t> indexes);
    std::vector<float> margins(std::span<const int64_t> indexes);
    FeatureMatrix rows(std::span<const int64_t> indexes);
    bool fit(const PlanRequest& request);
    std::vector<float> scores(std::span<const int64_t> indexes);

    const ConfigSpace& m_space;
    std::shared_ptr<FeatureSource> m_features;
    ModelOptions m_options;
    SimulatedAnnealing m_annealing;
    Prior m_prior;
    double m_discount = 0; ///< weight of the base model (AutoTVM's rule)
    std::unique_ptr<CostModel> m_model;
    std::atomic<bool> m_isCancelled{false};
    Sentence m_problem;
};

} // namespace knobscope
