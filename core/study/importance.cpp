// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/importance.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace knobscope {

namespace {

constexpr size_t kFolds = 5;
constexpr size_t kMaxConfigs = 50'000; ///< more are thinned evenly: the shares no longer change
constexpr int kRounds = 20;
constexpr double kShrinkage = 1; ///< regularization, in trials: weight of "no effect" in each effect

/// A categorical factor of the model: a knob's value, or one size of a split.
struct Factor {
    size_t knob = 0;
    std::vector<int32_t> levelOfDigit;
    size_t levels = 0;
};

std::vector<Factor> factorsOf(const ConfigSpace& space)
{
    std::vector<Factor> factors;
    for (size_t k = 0; k < space.knobs().size(); ++k) {
        const Knob& knob = space.knobs()[k];
        const auto* first = std::get_if<SplitEntity>(&knob.at(0));
        const size_t parts = first && first->sizes.size() > 1 ? first->sizes.size() - 1 : 0;
        for (size_t part = 0; part < std::max<size_t>(parts, 1); ++part) {
            Factor factor{k, {}, 0};
            std::map<int64_t, int32_t> levels;
            for (int64_t digit = 0; digit < knob.size(); ++digit) {
                const auto* split = std::get_if<SplitEntity>(&knob.at(digit));
                const int64_t key = split && parts > 0 && part + 1 < split->sizes.size() ? split->sizes[part + 1] : digit;
                factor.levelOfDigit.push_back(levels.try_emplace(key, static_cast<int32_t>(levels.size())).first->second);
            }
            factor.levels = levels.size();
            factors.push_back(std::move(factor));
        }
    }
    return factors;
}

struct Sample {
    size_t knobs = 0;
    std::vector<int32_t> digits; ///< one per knob, config by config
    std::vector<double> y; ///< log2 GFLOPS
    std::vector<size_t> fold;

    int32_t digit(size_t row, size_t knob) const { return digits[row * knobs + knob]; }
};

/// Puts equal configs into the same fold, so that none predicts itself.
size_t foldOf(int64_t index)
{
    auto x = static_cast<uint64_t>(index) + 0x9e3779b97f4a7c15ULL; // splitmix64 (Steele, Lea and Flood 2014)
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return (x ^ (x >> 31)) % kFolds;
}

class AdditiveModel
{
public:
    AdditiveModel(const std::vector<Factor>& factors, const Sample& sample, size_t heldOut)
        : m_factors(factors)
        , m_sample(sample)
    {
        for (size_t i = 0; i < sample.y.size(); ++i) {
            if (sample.fold[i] != heldOut) {
                m_rows.push_back(i);
                m_mean += sample.y[i];
            }
        }
        m_mean /= static_cast<double>(std::max<size_t>(m_rows.size(), 1));
        for (const Factor& factor : factors) {
            m_effects.emplace_back(factor.levels, 0.0);
        }
        fit();
    }

    double mean() const { return m_mean; }
    double effect(size_t factor, size_t row) const { return m_effects[factor][level(factor, row)]; }

private:
    size_t level(size_t factor, size_t row) const
    {
        const Factor& f = m_factors[factor];
        return static_cast<size_t>(f.levelOfDigit[static_cast<size_t>(m_sample.digit(row, f.knob))]);
    }

    /// Backfitting: fits each factor in turn to the residuals of the others.
    void fit()
    {
        std::vector<double> rest;
        for (const size_t row : m_rows) {
            rest.push_back(m_sample.y[row] - m_mean);
        }
        for (int round = 0; round < kRounds; ++round) {
            for (size_t f = 0; f < m_factors.size(); ++f) {
                std::vector<double> sum(m_factors[f].levels, 0.0);
                std::vector<double> count(m_factors[f].levels, kShrinkage);
                for (size_t i = 0; i < m_rows.size(); ++i) {
                    const size_t l = level(f, m_rows[i]);
                    sum[l] += rest[i] + m_effects[f][l];
                    count[l] += 1;
                }
                std::vector<double> change(m_factors[f].levels);
                for (size_t l = 0; l < sum.size(); ++l) {
                    const double effect = sum[l] / count[l];
                    change[l] = effect - m_effects[f][l];
                    m_effects[f][l] = effect;
                }
                for (size_t i = 0; i < m_rows.size(); ++i) {
                    rest[i] -= change[level(f, m_rows[i])];
                }
            }
        }
    }

    const std::vector<Factor>& m_factors;
    const Sample& m_sample;
    std::vector<size_t> m_rows;
    double m_mean = 0;
    std::vector<std::vector<double>> m_effects;
};

/// Squared errors summed over the folds.
struct HeldOutErrors {
    double plain = 0;
    std::vector<double> permuted; ///< by knob
};

void addFold(HeldOutErrors& errors, const std::vector<Factor>& factors, const Sample& sample, size_t fold)
{
    const AdditiveModel model(factors, sample, fold);
    std::vector<size_t> rows;
    for (size_t i = 0; i < sample.y.size(); ++i) {
        if (sample.fold[i] == fold) {
            rows.push_back(i);
        }
    }
    const auto n = static_cast<double>(rows.size());
    std::vector<double> residual;
    for (const size_t row : rows) {
        double r = sample.y[row] - model.mean();
        for (size_t f = 0; f < factors.size(); ++f) {
            r -= model.effect(f, row);
        }
        residual.push_back(r);
        errors.plain += r * r;
    }
    for (size_t k = 0; k < errors.permuted.size() && !rows.empty(); ++k) {
        // The mean over all partners j of (r_i + f_i - f_j)^2, computed without sampling.
        double squares = 0;
        double sum = 0;
        double effects = 0;
        double effectSquares = 0;
        for (size_t i = 0; i < rows.size(); ++i) {
            double effect = 0;
            for (size_t f = 0; f < factors.size(); ++f) {
                effect += factors[f].knob == k ? model.effect(f, rows[i]) : 0;
            }
            const double without = residual[i] + effect;
            squares += without * without;
            sum += without;
            effects += effect;
            effectSquares += effect * effect;
        }
        errors.permuted[k] += squares - 2 * sum * effects / n + effectSquares;
    }
}

} // namespace

Result<Importance> knobImportance(const TrialSet& set)
{
    Sample sample;
    sample.knobs = set.knobCount();
    std::set<int64_t> configs;
    size_t worked = 0;
    for (const TrialList::Part& part : set.trials.parts()) {
        worked +=
            static_cast<size_t>(std::ranges::count_if(part.trials, [](const TrialPoint& point) { return point.gflops > 0; }));
    }
    const size_t stride = std::max<size_t>(1, worked / kMaxConfigs);
    for (size_t i = 0, seen = 0; i < set.trials.size(); ++i) {
        const TrialSet::Trial trial = set.trials[i];
        if (trial.worked() && seen++ % stride == 0) {
            for (size_t k = 0; k < sample.knobs; ++k) {
                sample.digits.push_back(set.digit(i, k));
            }
            sample.y.push_back(std::log2(trial.point.gflops));
            sample.fold.push_back(foldOf(trial.point.index));
            configs.insert(trial.point.index);
        }
    }
    if (configs.size() < kMinImportanceConfigs || set.knobCount() == 0) {
        return fail(ErrorCode::InvalidArgument, "The importance of knobs needs {} successful configs; there are {}",
                    kMinImportanceConfigs, configs.size());
    }
    const double mean = knobscope::mean(sample.y);
    double variation = 0;
    for (const double y : sample.y) {
        variation += (y - mean) * (y - mean);
    }
    if (variation <= 1e-12 * static_cast<double>(sample.y.size())) {
        return fail(ErrorCode::InvalidArgument, "All {} configs are equally fast, so no knob matters", configs.size());
    }
    const std::vector<Factor> factors = factorsOf(set.task->space);
    HeldOutErrors errors{0, std::vector<double>(set.knobCount(), 0.0)};
    for (size_t fold = 0; fold < kFolds; ++fold) {
        addFold(errors, factors, sample, fold);
    }
    Importance importance;
    importance.configs = configs.size();
    importance.explained = std::max(0.0, 1 - errors.plain / variation);
    for (size_t k = 0; k < set.knobCount(); ++k) {
        std::set<int32_t> values;
        for (size_t row = 0; row < sample.y.size(); ++row) {
            values.insert(sample.digit(row, k));
        }
        // Permuting an effect increases the error by twice its variance.
        const double share = std::clamp((errors.permuted[k] - errors.plain) / (2 * variation), 0.0, 1.0);
        importance.knobs.push_back({k, set.task->space.knobs()[k].name(), share, values.size()});
    }
    std::stable_sort(importance.knobs.begin(), importance.knobs.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
    return importance;
}

} // namespace knobscope
