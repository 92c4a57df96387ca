// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "core/tuner/randomnumbers.h"

#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

/// Options with AutoTVM's defaults.
struct AnnealingOptions {
    int64_t points = 128;     ///< number of parallel walks; at most the size of the space
    int64_t iterations = 500;
    int64_t patience = 50;    ///< iterations without a change of the best points before stopping
    bool keepsNegative = false; ///< keeps maxima with a negative score, which AutoTVM drops
};

/// Returns a score for each point; an empty result stops the search.
using ScoreFunction = std::function<std::vector<float>(std::span<const int64_t>)>;
using IndexCondition = std::function<bool(int64_t)>;

/// A point with a high score.
struct Maximum {
    int64_t index = 0;
    double score = 0;
    std::vector<int64_t> walk; ///< points of the walk that led to it, oldest first, without it; at most kMaxWalk, the last ones
    friend bool operator==(const Maximum&, const Maximum&) = default;
};
inline constexpr size_t kMaxWalk = 32;

/// Simulated annealing over a model's scores: random changes of single knobs on many points at once, while the temperature falls
/// from 1 to 0. Each walk continues where the last one ended.
class SimulatedAnnealing
{
public:
    SimulatedAnnealing(const ConfigSpace& space, uint64_t seed, const AnnealingOptions& options);
    /// Returns the best `count` distinct valid points that are not excluded, best first; fewer if the walk met fewer.
    std::vector<Maximum> maxima(const ScoreFunction& score, size_t count, const IndexCondition& isExcluded);
    /// Starts the next walk at these points; they replace points of the last walk.
    void startFrom(std::span<const int64_t> points);

private:
    int64_t randomPoint();
    int64_t step(int64_t from);
    /// Points of a walk so far, oldest first.
    std::vector<int64_t> walkTo(size_t walk) const;
    void move(size_t walk, int64_t to);
    const ConfigSpace& m_space;
    RandomNumbers m_random;
    AnnealingOptions m_options;
    std::vector<int64_t> m_points;
    std::vector<std::vector<int64_t>> m_walks; ///< earlier points of each walk, oldest first
};

/// Returns the best `count` points of a small space by scoring all of it; without walks.
std::vector<Maximum> bestOfAll(const ConfigSpace& space, const ScoreFunction& score, size_t count,
                               const IndexCondition& isExcluded);

/// AutoTVM's diversity filter: greedily picks candidates that add the most (knob, digit) pairs; ties go to the earlier
/// candidate.
std::vector<Maximum> pickDiverse(const ConfigSpace& space, std::span<const Maximum> candidates, size_t count);

} // namespace knobscope
