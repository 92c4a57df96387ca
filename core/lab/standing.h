// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/replay.h"

#include <array>
#include <cstdint>

namespace knobscope {

/// The shares of the best that tables ask for.
inline constexpr std::array<double, 3> labShares{0.90, 0.95, 0.99};

/// A median over seeds with its 95 % percentile-bootstrap interval (Efron 1979). Of trials to a share: a seed that never got
/// there counts as one trial more than the budget, so that a median beyond the budget says "most did not".
struct SeedMedian {
    double median = 0;
    double low = 0;  ///< the median where there is no interval
    double high = 0;
    int reached = 0; ///< seeds that got there
    bool hasInterval = false; ///< of one seed there is none
};
SeedMedian seedMedian(std::span<const double> values);

/// The best so far over seeds after so many trials, as shares of the space's best.
struct BandStep {
    int64_t trial = 0;
    double low = 0;    ///< first quartile
    double median = 0;
    double high = 0;   ///< third quartile
};

/// One tuner on one space.
struct TunerStanding {
    std::string tuner;
    std::array<SeedMedian, labShares.size()> trialsTo;
    std::array<std::vector<double>, labShares.size()> bySeed; ///< trials to each share; budget + 1: never
    std::vector<BandStep> band; ///< a step a trial
    double meanFailed = 0;      ///< share of the trials
    int64_t unknown = 0;        ///< of all seeds
    PruneCount pruning;         ///< of all seeds
    int64_t prunedGood = 0;     ///< of all seeds: left out although within 5 % of the space's best
};

/// All tuners on one space.
struct SpaceStanding {
    std::string label;
    std::string machine;
    std::string shape;
    int64_t points = 0;
    double completeness = 0;
    double bestGflops = 0;  ///< 0: the FLOPs are not known
    double bestSeconds = 0; ///< of a call
    std::array<int64_t, labShares.size()> near{}; ///< points within each share: how easy the space is
    int64_t budget = 0;                           ///< on this space
    int seeds = 0;                                ///< replayed with every tuner
    std::vector<TunerStanding> tuners;
};

/// One tuner over all spaces: the geometric mean of its medians, with an interval from resampling the seeds of every space.
struct OverallStanding {
    std::string tuner;
    std::array<SeedMedian, labShares.size()> trialsTo; ///< reached: over all spaces and seeds
    double toFirst = 1;   ///< trials to 95 %, as a ratio to the first tuner's
    int worseThanFirst = 0; ///< spaces on which its median to 95 % is above the first tuner's
};

/// The standing of tuners on a space: `replays` by tuner, each with the same seeds.
SpaceStanding spaceStanding(const RecordedSpace& space, std::span<const TunerChoice> tuners,
                            const std::vector<std::vector<Replay>>& replays, int64_t budget);
/// A standing a tuner over spaces that have the same tuners; none without spaces.
std::vector<OverallStanding> overallStandings(std::span<const SpaceStanding> spaces);

} // namespace knobscope
