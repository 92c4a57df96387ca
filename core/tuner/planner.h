// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/feature/featuresource.h"
#include "core/tuner/modeloptions.h"
#include "core/tuner/prior.h"

#include <atomic>
#include <cstdint>
#include <unordered_set>

namespace knobscope {

/// What is known when a plan is asked for.
struct PlanRequest {
    std::vector<int64_t> indexes; ///< measured
    std::vector<double> flops;    ///< of each; 0: failed
    std::unordered_set<int64_t> leftOut; ///< measured or proposed
    size_t count = 0;             ///< configs wanted
};

/// Fits the model and finds what it thinks best. Deterministic: equal requests in equal order give equal plans. One thread at a
/// time; `cancel` from any.
class Planner
{
public:
    Planner(const ConfigSpace& space, std::shared_ptr<FeatureSource> features, const ModelOptions& options,
            std::vector<EarlierTask> history);
    /// Best first. Empty when nothing worked so far, or when it was cancelled.
    std::vector<int64_t> plan(const PlanRequest& request);
    /// The first plan, from earlier results alone; empty without any.
    std::vector<int64_t> firstPlan(const PlanRequest& request);
    /// Of a first plan of so many configs those that are the best of similar tasks; none by AutoTVM's rule.
    std::vector<int64_t> starts(size_t count) const;
    void cancel() { m_isCancelled = true; }
    /// What went wrong inside a library; empty while nothing did.
    const Sentence& problem() const { return m_problem; }

private:
    std::vector<int64_t> search(const ScoreFunction& score, size_t count, const PlanRequest& request);
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
    double m_discount = 0; ///< of the base model's say (AutoTVM's rule)
    std::unique_ptr<CostModel> m_model;
    std::atomic<bool> m_isCancelled{false};
    Sentence m_problem;
};

} // namespace knobscope
