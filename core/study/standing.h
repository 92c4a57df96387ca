// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/replay.h"

#include <array>
#include <cstdint>

namespace knobscope {

/// Median over seeds with its 95 % percentile-bootstrap interval (Efron 1979). For trials to a share, a seed that never reached
/// it counts as budget + 1, so that a median beyond the budget means "most did not".
struct SeedMedian {
    double median = 0;
    std::optional<double> low; ///< nullopt for a single seed, which has no interval
    std::optional<double> high;
    int reached = 0; ///< number of seeds that reached the share
};
SeedMedian seedMedian(std::span<const double> values);

/// Counts of pruning over the replays of all seeds.
struct PruningStanding {
    PruneCount count;
    int64_t prunedGood = 0;   ///< pruned although within 5 % of the space's best
    int64_t nearRuledOut = 0; ///< Replay::nearRuledOut
    int64_t bestRuledOut = 0; ///< number of seeds in which the space's best would have been pruned after some trial
};

/// Standing of one tuner on one space.
struct TunerStanding {
    std::string tuner;
    std::array<SeedMedian, kReachShares.size()> trialsTo;
    std::array<std::vector<double>, kReachShares.size()> bySeed; ///< trials to each share; budget + 1: never
    std::vector<BandStep> band; ///< one step per trial, of shares of the space's best
    double meanFailed = 0;      ///< share of trials that failed
    int64_t unknown = 0;        ///< over all seeds
    PruningStanding pruning;
};

/// Standings of all tuners on one space.
struct SpaceStanding {
    std::string label;
    std::string machine;
    std::string shape;
    int64_t points = 0;
    double completeness = 0;
    std::optional<double> bestGflops; ///< nullopt: FLOPs unknown
    double bestSeconds = 0; ///< per call
    std::array<int64_t, kReachShares.size()> near{}; ///< number of points within each share: how easy the space is
    int64_t budget = 0;                           ///< on this space
    int seeds = 0;                                ///< replayed with every tuner
    std::vector<TunerStanding> tuners;
};

/// Standing of one tuner over all spaces: the geometric mean of its medians, with an interval from resampling the seeds of every
/// space.
struct OverallStanding {
    std::string tuner;
    std::array<SeedMedian, kReachShares.size()> trialsTo; ///< `reached`: over all spaces and seeds
    double toFirst = 1;   ///< ratio of its trials to 95 % to the first tuner's
    int worseThanFirst = 0; ///< number of spaces on which its median to 95 % is above the first tuner's
};

/// Standings of tuners on a space; `replays` by tuner, each with the same seeds.
SpaceStanding spaceStanding(const RecordedSpace& space, std::span<const TunerChoice> tuners,
                            const std::vector<std::vector<Replay>>& replays, int64_t budget);
/// One standing per tuner over spaces that have the same tuners; empty without spaces.
std::vector<OverallStanding> overallStandings(std::span<const SpaceStanding> spaces);

} // namespace knobscope
