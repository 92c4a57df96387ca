// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bootstrap.h"
#include "core/study/comparedrun.h"
#include "core/study/progresscurve.h"

#include <cstdint>

namespace knobscope {

/// When a group's runs reached a share of the best: medians over the runs, infinite if half of them never did.
struct GroupReach {
    double trials = 0;
    double seconds = 0;
    size_t reached = 0; ///< number of the group's runs that reached it
};

/// The runs of one group on one task.
struct GroupResult {
    std::string name;
    std::vector<size_t> runs;  ///< indexes into the compared list
    std::vector<BandStep> byTrials;
    std::vector<BandStep> bySeconds;
    std::array<GroupReach, kReachShares.size()> reach;
    std::vector<double> trialsToVerdict; ///< to kVerdictShare of the best, by run; infinite if never
    std::vector<double> finals;          ///< best GFLOPS by run
    double medianFinal = 0;
    std::vector<DistributionStep> distribution; ///< of all successful trials' GFLOPS
    double failedShare = 0;
};

/// Result of comparing two groups.
struct Verdict {
    enum class Kind : uint8_t {
        Faster,        ///< the leader needs fewer trials to 95 % of the best
        Better,        ///< in both groups most runs never got there; the leader ends higher
        NoDifference,  ///< p is above 5 %
        TooFewRuns,    ///< too few runs for any p below 5 %
        NothingWorked, ///< the other group has no successful trial
    };
    Kind kind = Kind::NoDifference;
    size_t leader = 0; ///< indexes into TaskComparison::groups
    size_t other = 0;
    bool byFinal = false;   ///< compares the final best, not the trials to 95 %
    double leaderValue = 0; ///< median of the compared value
    double otherValue = 0;
    size_t leaderRuns = 0;
    size_t otherRuns = 0;
    double pValue = 1;      ///< rank test, Holm-corrected for the number of pairs of groups
    size_t runsNeeded = 0;  ///< TooFewRuns: required number per group
    DifferenceInterval finals; ///< leader's final best minus the other's, GFLOPS
};

struct TaskComparison {
    std::string workload;
    std::string label;
    SpeedUnit unit = SpeedUnit::Gflops; ///< of its speeds, which are named as GFLOPS here
    double best = 0;            ///< GFLOPS of the best run of any group: reference of shares
    bool mixedTargets = false;  ///< several targets: the machine differs, not only the tuner
    std::vector<GroupResult> groups; ///< in the order of their first runs
    std::vector<GroupResult> byHand; ///< manual runs, by name: excluded from verdicts, wins and shares of the best
    std::vector<Verdict> pairs;      ///< every two groups, the leading one as `leader`; p values are corrected for their number
    std::vector<Verdict> verdicts;   ///< those of the pairs in which the leader of all is
    std::optional<size_t> winner;    ///< the group whose verdicts against all others claim a difference; nullopt: undecided
};

struct Comparison {
    std::vector<TaskComparison> tasks;   ///< in the order of their first runs
    std::vector<std::string> groups;     ///< all names, in order, except manual runs
    std::vector<int> wins;               ///< tasks won, by group
};

/// Compares runs task by task, group by group. Manual runs form no group. Of a group's runs of a project with one tuner and seed
/// the last one counts: the same experiment twice is no second sample.
Comparison compareRuns(std::span<const ComparedRun> runs);

/// One knob's values in several configs.
struct KnobDifference {
    std::string knob;
    std::vector<std::string> values; ///< as Python prints them, by config; empty if a config lacks the knob
    bool differs = false;
    friend bool operator==(const KnobDifference&, const KnobDifference&) = default;
};

/// All knobs of the configs, in order of first occurrence.
std::vector<KnobDifference> diffConfigs(std::span<const ConfigEntity> configs);

/// "ga reaches 95 % of the best in 41 trials, random in 96 (median of 5 runs each; p = 0.008): ga is faster here."
Sentence verdictSentence(const TaskComparison& task, const Verdict& verdict);
/// Number of further runs, with other seeds, that each group needs before every pair of groups can be judged; by group.
std::vector<size_t> missingRuns(const TaskComparison& task);

/// A comparison at a glance: one figure or word, its unit, and a line that qualifies it: "3.5", "times as fast", "ga against
/// random: 12 and 42 trials to 95 % of the best (median of 5 runs each; p = 0.0079)". Nothing is claimed that the verdicts do not
/// claim.
struct ComparisonHeadline {
    Sentence figure; ///< empty: there are no two groups to compare
    Sentence unit;
    Sentence line;
};
ComparisonHeadline headlineOf(const TaskComparison& task);

/// All verdicts, each with the leader's lead at the end, and a note if the machines differ.
std::vector<Sentence> verdictSentences(const TaskComparison& task);
/// "1 unfinished run is left out.": unfinished runs are excluded from group statistics.
Sentence unfinishedRunsSentence(size_t runs);

} // namespace knobscope
