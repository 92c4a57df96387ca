// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/searchhistory.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// What a tuner believed before a trial about the pairs of values of two knobs, with all other knobs as in the trial's config.
/// The pair of digits x and y is in cell y * columns + x.
struct BeliefMap {
    struct Cell {
        int64_t index = -1;    ///< config; -1: the pair violates a constraint, and the other members are 0
        double expected = 0;   ///< speed as a share of the best before the trial; with isScore a score: only its order counts
        double factor = 0;     ///< one standard deviation of the speed, as a factor of at least 1; 0: unknown
        double gain = 0;       ///< expected improvement over the best, as a share of it; 0 with isScore
        double gflops = 0;     ///< measured before the trial; 0: not, or it failed
        bool isMeasured = false;
    };
    size_t columns = 0;
    size_t rows = 0;
    bool isScore = false;
    std::vector<Cell> cells;
    size_t trials = 0; ///< results that it is computed from
    const Cell& at(size_t x, size_t y) const { return cells[y * columns + x]; }
};
inline constexpr size_t kMaxBeliefCells = 10'000;

/// Gives the results before `trial` to a new tuner of the run's kind, parameters and seed, and asks what it believes. Results of
/// earlier runs that the run learned from are not included. Fails with a reason for a tuner without a model, before anything
/// has worked, for equal knobs, and for more than kMaxBeliefCells pairs. Takes up to seconds.
Result<BeliefMap> beliefMap(const SearchHistory& history, size_t trial, size_t knobX, size_t knobY);

/// The knobs to look at first: the two most important ones in the run's results, or the first two that vary.
std::pair<size_t, size_t> knobsToLookAt(const SearchHistory& history);

} // namespace knobscope
