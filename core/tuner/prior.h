// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/modeloptions.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace knobscope {

/// Knowledge about a space from earlier results, before any measurement.
class Prior
{
public:
    /// `history` is the result of usableHistory.
    Prior(const ConfigSpace& space, const ModelOptions& options, std::vector<EarlierTask> history)
        : m_space(space)
        , m_options(options)
        , m_history(std::move(history))
    {
    }
    bool isEmpty() const { return m_history.empty(); }
    /// Fits the model on the first call. False if there is nothing to learn from (no records, all failed, no library).
    bool isFitted();
    /// Returns a score for each row.
    std::vector<float> scores(const FeatureMatrix& rows);
    /// Nearest configs in this space to the best ones of the most similar tasks, alternating between tasks; at most `count`.
    std::vector<int64_t> bestConfigs(size_t count) const;

private:
    void fit();
    const ConfigSpace& m_space;
    ModelOptions m_options;
    std::vector<EarlierTask> m_history;
    std::unique_ptr<CostModel> m_model;
    bool m_wasTried = false;
};

/// History filtered to what a tuner can learn from, most similar task first, with a sentence that states what is used or why
/// nothing is.
struct UsableHistory {
    std::vector<EarlierTask> tasks;
    Sentence sentence; ///< empty if there was no history
    int64_t records() const;
};
/// Selects tasks with the same template and knobs and at least one working config. TransferRule::Similar uses at most 2,000
/// records of 16 tasks; Autotvm uses all records, or none if there are fewer than its minimum.
UsableHistory usableHistory(const ConfigSpace& space, const ModelOptions& options, const std::vector<EarlierTask>& history);

/// At most `count` of a task's trials: half are the fastest, the others are spread over the rest, including failures.
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

/// Difference between the axes of two spaces with the same knobs: the sum of |log2 extent ratio| over their splits.
double axesDistance(const ConfigSpace& a, const ConfigSpace& b);

/// Config of this space that is nearest to one of another space: the closest candidate of each knob. nullopt if a knob is
/// missing, a constraint excludes it, or a value has no comparable candidate.
std::optional<int64_t> nearestConfig(const ConfigSpace& space, const ConfigEntity& entity);

} // namespace knobscope
