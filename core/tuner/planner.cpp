// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/planner.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>

namespace knobscope {

namespace {

constexpr double kMinDiscount = 0.05; // below this, AutoTVM drops the base model
constexpr double kDiscountHalfLife = 64;    // number of own samples that halves its weight
constexpr size_t kMaxSamples = 5000;   // a fit takes a second then; only results taken over from an unedited space are more

/// Limits the samples: keeps the fastest ones in one half, and evenly spaced ones of the rest in the other half.
PlanRequest limitPlan(const PlanRequest& request)
{
    PlanRequest out;
    const size_t count = request.indexes.size();
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    if (count > kMaxSamples) {
        order = orderOf<double>(request.flops, std::greater<>());
        for (size_t i = 0; i < kMaxSamples / 2; ++i) {
            order[kMaxSamples / 2 + i] = order[kMaxSamples / 2 + i * (count - kMaxSamples / 2) / (kMaxSamples / 2)];
        }
        order.resize(kMaxSamples);
    }
    for (const size_t i : order) {
        out.indexes.push_back(request.indexes[i]);
        out.flops.push_back(request.flops[i]);
    }
    return out;
}

} // namespace

Planner::Planner(const ConfigSpace& space, std::shared_ptr<FeatureSource> features, const ModelOptions& options,
                 std::vector<EarlierTask> history)
    : m_space(space)
    , m_features(std::move(features))
    , m_options(options)
    , m_annealing(space, options.seed ^ 0x51ed270b, options.annealing)
    , m_prior(space, options, std::move(history))
{
}

std::vector<float> Planner::priorScores(std::span<const int64_t> indexes)
{
    return m_prior.scores(FeatureMatrix(m_features->rows(m_options.features, indexes)));
}

/// With TransferRule::Similar, adds the prediction from earlier results as a feature.
FeatureMatrix Planner::rows(std::span<const int64_t> indexes)
{
    std::vector<std::vector<float>> rows = m_features->rows(m_options.features, indexes);
    if (m_options.transfer == TransferRule::Similar && !m_prior.isEmpty() && m_prior.isFitted()) {
        const std::vector<float> guesses = m_prior.scores(FeatureMatrix(rows));
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].insert(rows[i].begin(), guesses[i]);
        }
    }
    return FeatureMatrix(rows);
}

/// Weighted predictions of the base model; empty if its weight is 0.
std::vector<float> Planner::margins(std::span<const int64_t> indexes)
{
    std::vector<float> margins = m_discount > 0 ? priorScores(indexes) : std::vector<float>();
    for (float& margin : margins) {
        margin *= static_cast<float>(m_discount);
    }
    return margins;
}

std::vector<float> Planner::scores(std::span<const int64_t> indexes)
{
    auto scores = m_model->predict(rows(indexes), margins(indexes));
    if (!scores) {
        m_problem = scores.error();
        return std::vector<float>(indexes.size(), 0.0F);
    }
    return std::move(*scores);
}

bool Planner::fit(const PlanRequest& all)
{
    const PlanRequest request = limitPlan(all);
    const double best = request.flops.empty() ? 0 : *std::max_element(request.flops.begin(), request.flops.end());
    if (best <= 1e-6) {
        return false;
    }
    std::vector<float> labels;
    for (const double flops : request.flops) {
        labels.push_back(static_cast<float>(flops / best));
    }
    const bool hasBase = m_options.transfer == TransferRule::Autotvm && !m_prior.isEmpty() && m_prior.isFitted();
    const double discount = std::pow(0.5, static_cast<double>(labels.size()) / kDiscountHalfLife);
    m_discount = hasBase && discount >= kMinDiscount ? discount : 0;
    auto model = makeXgboostModel(m_options.boosting);
    if (!model) {
        m_problem = model.error();
        return false;
    }
    m_model = std::move(*model);
    if (auto fitted = m_model->fit(rows(request.indexes), labels, margins(request.indexes)); !fitted) {
        m_problem = fitted.error();
        return false;
    }
    return true;
}

std::vector<Maximum> Planner::search(const ScoreFunction& score, size_t count, const PlanRequest& request)
{
    const auto isExcluded = [&](int64_t index) { return request.excluded.contains(index); };
    const auto unlessCancelled = [&](std::span<const int64_t> indexes) {
        return m_isCancelled ? std::vector<float>() : score(indexes);
    };
    const bool isDiverse = m_options.diversityRatio >= 1;
    const size_t wanted = isDiverse ? static_cast<size_t>(static_cast<double>(count) * m_options.diversityRatio) : count;
    std::vector<Maximum> maxima = m_space.rangeLength() < m_options.scoreAllBelow
                                    ? bestOfAll(m_space, unlessCancelled, wanted, isExcluded)
                                    : m_annealing.maxima(unlessCancelled, wanted, isExcluded);
    return isDiverse ? pickDiverse(m_space, maxima, count) : maxima;
}

std::vector<Maximum> Planner::plan(const PlanRequest& request)
{
    if (!fit(request) || m_isCancelled) {
        return {};
    }
    if (m_options.startsAtBest) {
        // Starts also at the best measured configs, not only where the last walk ended.
        std::vector<int64_t> best;
        for (const size_t i : orderOf<double>(request.flops, std::greater<>()) | std::views::take(8)) {
            best.push_back(request.indexes[i]);
        }
        m_annealing.startFrom(best);
    }
    return search([&](std::span<const int64_t> indexes) { return scores(indexes); }, request.count, request);
}

std::vector<int64_t> Planner::starts(size_t count) const
{
    return m_options.transfer == TransferRule::Similar ? m_prior.bestConfigs(std::max<size_t>(1, count / 4))
                                                       : std::vector<int64_t>();
}

std::vector<float> Planner::scoresAfter(const PlanRequest& request, std::span<const int64_t> indexes)
{
    return fit(request) ? scores(indexes) : std::vector<float>();
}

std::vector<Maximum> Planner::firstPlan(const PlanRequest& request)
{
    if (m_prior.isEmpty() || !m_prior.isFitted()) {
        return {};
    }
    const auto score = [&](std::span<const int64_t> indexes) { return priorScores(indexes); };
    if (m_options.transfer == TransferRule::Autotvm) {
        return search(score, request.count, request);
    }
    // Uses the best configs of the most similar tasks for a quarter, and diverse configs with good predictions for the rest.
    std::vector<Maximum> plan;
    for (const int64_t index : starts(request.count)) {
        if (!request.excluded.contains(index)) {
            plan.push_back({index, 0, {}});
        }
    }
    const std::vector<Maximum> maxima = search(score, request.count * 3, request);
    for (Maximum& picked : pickDiverse(m_space, maxima, request.count)) {
        if (plan.size() < request.count && std::ranges::find(plan, picked.index, &Maximum::index) == plan.end()) {
            plan.push_back(std::move(picked));
        }
    }
    return plan;
}

} // namespace knobscope
