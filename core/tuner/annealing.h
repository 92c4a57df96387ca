// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "core/tuner/randomnumbers.h"

#include <cstdint>
#include <functional>
#include <span>

namespace knobscope {

/// AutoTVM's figures.
struct AnnealingOptions {
    int64_t points = 128;     ///< walked in parallel; capped to the space's size
    int64_t iterations = 500;
    int64_t patience = 50;    ///< iterations without a change among the best
    bool keepsNegative = false; ///< AutoTVM drops maxima with a negative score
};

/// A score for each point; none at all ends the search.
using ScoreFunction = std::function<std::vector<float>(std::span<const int64_t>)>;
using IndexCondition = std::function<bool(int64_t)>;

/// Looks for the points that a model scores highest: a random walk over single knobs at a temperature that falls from 1 to 0, on
/// many points at once. The walk goes on where the last one ended.
class SimulatedAnnealing
{
public:
    SimulatedAnnealing(const ConfigSpace& space, uint64_t seed, const AnnealingOptions& options);
    /// The best `count` distinct valid points that are not left out, best first; fewer where it met fewer.
    std::vector<int64_t> maxima(const ScoreFunction& score, size_t count, const IndexCondition& isLeftOut);
    /// Points that the next walk begins at, in place of as many of the last one's.
    void startFrom(std::span<const int64_t> points);

private:
    int64_t randomPoint();
    int64_t step(int64_t from);
    const ConfigSpace& m_space;
    RandomNumbers m_random;
    AnnealingOptions m_options;
    std::vector<int64_t> m_points;
};

/// The best `count` of all points of a small space.
std::vector<int64_t> bestOfAll(const ConfigSpace& space, const ScoreFunction& score, size_t count,
                               const IndexCondition& isLeftOut);

/// AutoTVM's diversity filter: from candidates in order, greedily those that add most (knob, digit) pairs to what is covered;
/// ties go to the earlier one.
std::vector<int64_t> pickDiverse(const ConfigSpace& space, std::span<const int64_t> candidates, size_t count);

} // namespace knobscope
