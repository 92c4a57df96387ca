// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparedrun.h"
#include "core/analysis/progresscurve.h"
#include "core/stats/bootstrap.h"

#include <array>
#include <cstdint>

namespace knobscope {

/// The shares of the best that the reach table asks for.
inline constexpr std::array<double, 3> reachShares{0.90, 0.95, 0.99};
/// The share and the level that verdicts rest on.
inline constexpr double verdictShare = 0.95;
inline constexpr double verdictLevel = 0.05;

/// How soon a group's runs had a share of the best: medians over the runs, infinite when half of them never did.
struct GroupReach {
    double trials = 0;
    double seconds = 0;
    size_t reached = 0; ///< of the group's runs
};

/// The runs of one group on one task.
struct GroupResult {
    std::string name;
    std::vector<size_t> runs;  ///< positions in the list compared
    CurveBand byTrials;
    CurveBand bySeconds;
    std::array<GroupReach, reachShares.size()> reach;
    std::vector<double> trialsToVerdict; ///< to verdictShare of the best, by run; infinite when never
    std::vector<double> finals;          ///< best GFLOPS by run
    double medianFinal = 0;
    std::vector<DistributionStep> distribution; ///< of all successful trials' GFLOPS
    double failedShare = 0;
};

/// What can be said of two groups.
struct Verdict {
    enum class Kind : uint8_t {
        Faster,        ///< the leader needs fewer trials to 95 % of the best
        Better,        ///< most runs of either never got there; the leader ends higher
        NoDifference,  ///< measured, and p is above 5 %
        TooFewRuns,    ///< no p below 5 % is possible with so few
        NothingWorked, ///< the other has no successful trial
    };
    Kind kind = Kind::NoDifference;
    size_t leader = 0; ///< positions in TaskComparison::groups
    size_t other = 0;
    bool byFinal = false;   ///< the final best was compared, not the trials to 95 %
    double leaderValue = 0; ///< median of what was compared
    double otherValue = 0;
    size_t leaderRuns = 0;
    size_t otherRuns = 0;
    double pValue = 1;      ///< rank test, Holm-corrected for the number of groups
    size_t runsNeeded = 0;  ///< TooFewRuns: of each
    DifferenceInterval finals; ///< leader's final best less the other's, GFLOPS
};

struct TaskComparison {
    std::string workload;
    std::string label;
    double best = 0;            ///< GFLOPS of any run of a group: what shares are of
    bool mixedTargets = false;  ///< measured for several targets: the machine differs, not the tuner alone
    std::vector<GroupResult> groups; ///< in the order in which their first runs were given
    std::vector<GroupResult> byHand; ///< runs by hand, by name: no verdict, win or share of the best is about them
    std::vector<Verdict> verdicts;   ///< the leader against each other group
    std::optional<size_t> winner;    ///< the group with the highest median of final bests, when there are two or more
};

struct Comparison {
    std::vector<TaskComparison> tasks;   ///< in the order in which their first runs were given
    std::vector<std::string> groups;     ///< all names, in order, but for those by hand
    std::vector<int> wins;               ///< tasks won, by group
};

/// Compares runs task by task, group by group. Runs by hand make no group.
Comparison compareRuns(std::span<const ComparedRun> runs);

/// One knob's value in each of several configs.
struct KnobDifference {
    std::string knob;
    std::vector<std::string> values; ///< as Python prints them, by config; empty where it has no such knob
    bool differs = false;
    friend bool operator==(const KnobDifference&, const KnobDifference&) = default;
};

/// All knobs of the configs, in the order of the first that has them.
std::vector<KnobDifference> diffConfigs(std::span<const ConfigEntity> configs);

/// "ga reaches 95 % of the best in 41 trials, random in 96 (median of 5 runs each; p = 0.008): ga is faster here."
Sentence verdictSentence(const TaskComparison& task, const Verdict& verdict);
/// All verdicts, each with how far the leader is ahead at the end; and that the machines differ, where they do.
std::vector<Sentence> verdictSentences(const TaskComparison& task);
/// "1 unfinished run is left out.": what has not come to its limits is no seed like the others.
Sentence leftOutSentence(size_t runs);

} // namespace knobscope
