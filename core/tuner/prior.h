// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/modeloptions.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace knobscope {

/// What earlier results teach about a space before anything of it is measured.
class Prior
{
public:
    /// `history` as usableHistory gave it.
    Prior(const ConfigSpace& space, const ModelOptions& options, std::vector<EarlierTask> history)
        : m_space(space)
        , m_options(options)
        , m_history(std::move(history))
    {
    }
    bool isEmpty() const { return m_history.empty(); }
    /// Fits the model on the first call. False where nothing can be learnt (no records, all failed, no library).
    bool isFitted();
    /// A score a row.
    std::vector<float> scores(const FeatureMatrix& rows);
    /// The best configs of the most similar tasks, as near as this space has them: one of each task in turn, at most `count`.
    std::vector<int64_t> bestConfigs(size_t count) const;

private:
    void fit();
    const ConfigSpace& m_space;
    ModelOptions m_options;
    std::vector<EarlierTask> m_history;
    std::unique_ptr<CostModel> m_model;
    bool m_wasTried = false;
};

/// A history cut to what a tuner can learn from, most similar task first, with a sentence that says what is used or why nothing
/// is.
struct UsableHistory {
    std::vector<EarlierTask> tasks;
    Sentence sentence; ///< empty where there was no history at all
    /// For Tuner::earlierUse.
    EarlierUse use(std::vector<int64_t> starts = {}) const;
};
/// The same template and knobs, at least one config that worked in a task. The rule Similar takes at most 2,000 records of 16
/// tasks; Autotvm takes all of the same name, and nothing when they are fewer than its minimum.
UsableHistory usableHistory(const ConfigSpace& space, const ModelOptions& options, const std::vector<EarlierTask>& history);

/// At most `count` of a task's trials: the fastest half, the others spread over the rest, failures among them.
template<class T>
std::vector<T> thinned(std::vector<T> trials, size_t count, double T::* speed)
{
    if (trials.size() <= count) {
        return trials;
    }
    std::ranges::stable_sort(trials, std::greater<>(), speed);
    const size_t best = count / 2;
    const size_t rest = count - best;
    std::vector<T> out(trials.begin(), trials.begin() + static_cast<std::ptrdiff_t>(best));
    for (size_t i = 0; i < rest; ++i) {
        out.push_back(trials[best + i * (trials.size() - best) / rest]);
    }
    return out;
}

/// How different the axes of two spaces with the same knobs are: the sum of |log2 extent ratio| over their splits.
double axesDistance(const ConfigSpace& a, const ConfigSpace& b);

/// The config of this space nearest to one of another: each knob's candidate that means most nearly the same. nullopt where a
/// knob is missing, a constraint forbids it, or nothing is near.
std::optional<int64_t> nearestConfig(const ConfigSpace& space, const ConfigEntity& entity);

} // namespace knobscope
