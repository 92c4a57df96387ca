// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/comparison.h"

#include "core/base/ranktest.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<std::vector<CurveStep>> curvesOf(std::span<const ComparedRun> runs, const GroupResult& group, CurveAxis axis)
{
    std::vector<std::vector<CurveStep>> curves;
    for (const size_t r : group.runs) {
        curves.push_back(bestSoFar(runs[r].trials, axis, runs[r].started));
    }
    return curves;
}

/// Where each curve reaches the level; infinite if never.
std::vector<double> reachesOf(std::span<const std::vector<CurveStep>> curves, double level)
{
    std::vector<double> reaches;
    for (const auto& curve : curves) {
        reaches.push_back(reachOf(curve, level).value_or(kNever));
    }
    return reaches;
}

void evaluate(std::span<const ComparedRun> runs, GroupResult& group, double best)
{
    const auto byTrials = curvesOf(runs, group, CurveAxis::Trials);
    const auto bySeconds = curvesOf(runs, group, CurveAxis::Seconds);
    group.byTrials = bandOf(byTrials);
    group.bySeconds = bandOf(bySeconds);
    for (size_t i = 0; i < kReachShares.size(); ++i) {
        const std::vector<double> trials = reachesOf(byTrials, best * kReachShares[i]);
        group.reach[i] = {median(trials), median(reachesOf(bySeconds, best * kReachShares[i])),
                          trials.size() - static_cast<size_t>(std::ranges::count(trials, kNever))};
    }
    group.trialsToVerdict = reachesOf(byTrials, best * kVerdictShare);
    std::vector<double> worked;
    size_t all = 0;
    for (const size_t r : group.runs) {
        group.finals.push_back(runs[r].bestGflops());
        all += runs[r].trials.size();
        for (const TrialPoint& trial : runs[r].trials) {
            if (trial.gflops > 0) {
                worked.push_back(trial.gflops);
            }
        }
    }
    group.failedShare = all == 0 ? 0 : 1 - static_cast<double>(worked.size()) / static_cast<double>(all);
    group.medianFinal = median(group.finals);
    group.distribution = distributionOf(std::move(worked));
}

Verdict judge(const TaskComparison& task, size_t leader, size_t other, size_t comparisons)
{
    const GroupResult& a = task.groups[leader];
    const GroupResult& b = task.groups[other];
    Verdict verdict;
    verdict.leader = leader;
    verdict.other = other;
    verdict.leaderRuns = a.runs.size();
    verdict.otherRuns = b.runs.size();
    verdict.leaderValue = median(a.trialsToVerdict);
    verdict.otherValue = median(b.trialsToVerdict);
    verdict.byFinal = std::isinf(verdict.leaderValue);
    if (verdict.byFinal) {
        verdict.leaderValue = a.medianFinal;
        verdict.otherValue = b.medianFinal;
    }
    verdict.finals = medianDifference(a.finals, b.finals);
    verdict.pValue =
        verdict.byFinal ? rankTest(b.finals, a.finals).pValue : rankTest(a.trialsToVerdict, b.trialsToVerdict).pValue;
    if (b.distribution.empty()) {
        verdict.kind = Verdict::Kind::NothingWorked;
    } else if (smallestPValue(a.runs.size(), b.runs.size()) * static_cast<double>(comparisons) > kVerdictLevel) {
        verdict.kind = Verdict::Kind::TooFewRuns;
        verdict.runsNeeded = minRunsForSignificance(kVerdictLevel / static_cast<double>(comparisons));
    }
    return verdict;
}

void conclude(TaskComparison& task)
{
    if (task.groups.size() < 2 || task.best <= 0) {
        return;
    }
    const auto isAhead = [&](size_t a, size_t b) {
        const double x = median(task.groups[a].trialsToVerdict);
        const double y = median(task.groups[b].trialsToVerdict);
        return x != y ? x < y : task.groups[a].medianFinal > task.groups[b].medianFinal;
    };
    const size_t groups = task.groups.size();
    const size_t pairs = groups * (groups - 1) / 2;
    size_t leader = 0;
    std::vector<double> pValues;
    for (size_t g = 1; g < groups; ++g) {
        leader = isAhead(g, leader) ? g : leader;
        for (size_t before = 0; before < g; ++before) {
            task.pairs.push_back(isAhead(g, before) ? judge(task, g, before, pairs) : judge(task, before, g, pairs));
            pValues.push_back(task.pairs.back().pValue);
        }
    }
    applyHolmCorrection(pValues);
    for (size_t i = 0; i < pValues.size(); ++i) {
        Verdict& verdict = task.pairs[i];
        verdict.pValue = pValues[i];
        if (verdict.kind == Verdict::Kind::NoDifference && verdict.pValue <= kVerdictLevel) {
            verdict.kind = verdict.byFinal ? Verdict::Kind::Better : Verdict::Kind::Faster;
        }
        if (verdict.leader == leader) {
            task.verdicts.push_back(verdict);
        }
    }
    std::ranges::sort(task.verdicts, {}, &Verdict::other);
    const auto isClaimed = [](const Verdict& verdict) {
        return verdict.kind == Verdict::Kind::Faster || verdict.kind == Verdict::Kind::Better
            || verdict.kind == Verdict::Kind::NothingWorked;
    };
    if (std::ranges::all_of(task.verdicts, isClaimed)) {
        task.winner = leader;
    }
}

/// Finds the element with that name, or adds it.
template<class T>
T& named(std::vector<T>& all, const std::string& name, std::string T::* where)
{
    const auto found = std::ranges::find(all, name, where);
    if (found != all.end()) {
        return *found;
    }
    all.emplace_back().*where = name;
    return all.back();
}

} // namespace

Comparison compareRuns(std::span<const ComparedRun> runs)
{
    Comparison result;
    for (size_t r = 0; r < runs.size(); ++r) {
        const ComparedRun& run = runs[r];
        const std::string name = run.groupName();
        TaskComparison& task = named(result.tasks, run.workload, &TaskComparison::workload);
        GroupResult& group = named(run.isByHand ? task.byHand : task.groups, name, &GroupResult::name);
        const auto isRepetition = [&](size_t other) {
            return run.run != 0 && !run.isByHand && runs[other].source == run.source && runs[other].tuner == run.tuner
                && runs[other].seed == run.seed;
        };
        if (const auto earlier = std::ranges::find_if(group.runs, isRepetition); earlier != group.runs.end()) {
            *earlier = r;
        } else {
            group.runs.push_back(r);
        }
        task.label = task.label.empty() ? run.label : task.label;
        task.unit = run.unit;
        if (run.isByHand) {
            continue;
        }
        task.mixedTargets = task.mixedTargets || runs[task.groups.front().runs.front()].target != run.target;
        task.best = std::max(task.best, run.bestGflops());
        if (std::ranges::find(result.groups, name) == result.groups.end()) {
            result.groups.push_back(name);
        }
    }
    result.wins.assign(result.groups.size(), 0);
    for (TaskComparison& task : result.tasks) {
        for (auto* groups : {&task.groups, &task.byHand}) {
            for (GroupResult& group : *groups) {
                evaluate(runs, group, task.best);
            }
        }
        conclude(task);
        if (task.winner) {
            const auto name = std::ranges::find(result.groups, task.groups[*task.winner].name);
            ++result.wins[static_cast<size_t>(name - result.groups.begin())];
        }
    }
    return result;
}

std::vector<size_t> missingRuns(const TaskComparison& task)
{
    std::vector<size_t> missing(task.groups.size(), 0);
    for (const Verdict& pair : task.pairs) {
        for (const size_t group : {pair.leader, pair.other}) {
            const size_t has = task.groups[group].runs.size();
            const bool isShort = pair.kind == Verdict::Kind::TooFewRuns && has < pair.runsNeeded;
            missing[group] = std::max(missing[group], isShort ? pair.runsNeeded - has : 0);
        }
    }
    return missing;
}

std::vector<KnobDifference> diffConfigs(std::span<const ConfigEntity> configs)
{
    std::vector<KnobDifference> knobs;
    for (const ConfigEntity& config : configs) {
        for (const auto& [name, value] : config.values) {
            if (std::ranges::find(knobs, name, &KnobDifference::knob) == knobs.end()) {
                knobs.push_back({name, {}, false});
            }
        }
    }
    for (KnobDifference& knob : knobs) {
        for (const ConfigEntity& config : configs) {
            const KnobValue* value = config.find(knob.knob);
            knob.values.push_back(value ? valueText(*value) : std::string());
        }
        knob.differs = std::ranges::count(knob.values, knob.values.front()) != std::ssize(knob.values);
    }
    return knobs;
}

} // namespace knobscope
