// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace knobscope {

namespace {

/// The number may end in .5: the median of an even number of runs.
Sentence trialsText(double trials)
{
    return phrase("{:.10g} (trial|trials)", trials);
}

Sentence runsText(size_t runs)
{
    return phrase("{} (run|runs)", runs);
}

/// A speed without its unit. Calls per second may be a millionth of one or millions.
std::string speedText(const TaskComparison& task, double speed)
{
    return task.unit == SpeedUnit::Gflops ? fmt::format("{:.1f}", speed) : fmt::format("{:.4g}", speed);
}

Sentence medianSentence(const Verdict& v)
{
    return v.leaderRuns == v.otherRuns ? phrase("median of {} (run|runs) each", v.leaderRuns)
                                       : phrase("median of {} and {} (run|runs)", v.leaderRuns, v.otherRuns);
}

Sentence measuredSentence(const TaskComparison& task, const Verdict& v)
{
    const std::string& leader = task.groups[v.leader].name;
    const std::string& other = task.groups[v.other].name;
    const Sentence runs = medianSentence(v);
    if (v.byFinal) {
        return phrase("{} ends at {} {}, {} at {} ({}; p = {:.2g})", leader, speedText(task, v.leaderValue), unitText(task.unit),
                      other, speedText(task, v.otherValue), runs, v.pValue);
    }
    const Sentence trials = trialsText(v.leaderValue);
    if (std::isinf(v.otherValue)) {
        return phrase("{} reaches {:.0f} % of the best in {}, {} in at most half of its runs ({}; p = {:.2g})", leader,
                      kVerdictShare * 100, trials, other, runs, v.pValue);
    }
    return phrase("{} reaches {:.0f} % of the best in {}, {} in {:.10g} ({}; p = {:.2g})", leader, kVerdictShare * 100, trials,
                  other, v.otherValue, runs, v.pValue);
}

/// The leader's lead at the end of the runs.
Sentence finalSentence(const TaskComparison& task, const Verdict& v)
{
    const std::string& leader = task.groups[v.leader].name;
    const std::string& other = task.groups[v.other].name;
    const DifferenceInterval& d = v.finals;
    const auto text = [&task](double speed) { return speedText(task, speed); };
    const std::string size = text(std::abs(d.difference));
    if (size == text(0)) {
        return phrase("Both are equally fast at the end.");
    }
    return d.difference > 0 ? phrase("At the end {} is {} {} ahead of {} (95 % interval {} to {}).", leader, size,
                                     unitText(task.unit), other, text(d.low), text(d.high))
                            : phrase("At the end {} is {} {} behind {} (95 % interval {} to {}).", leader, size,
                                     unitText(task.unit), other, text(d.low), text(d.high));
}

} // namespace

Sentence verdictSentence(const TaskComparison& task, const Verdict& v)
{
    const std::string& leader = task.groups[v.leader].name;
    const std::string& other = task.groups[v.other].name;
    switch (v.kind) {
    case Verdict::Kind::Faster: return phrase("{}: {} is faster here.", measuredSentence(task, v), leader);
    case Verdict::Kind::Better: return phrase("{}: {} is better here.", measuredSentence(task, v), leader);
    case Verdict::Kind::NoDifference: return phrase("{}: the difference is not significant.", measuredSentence(task, v));
    case Verdict::Kind::TooFewRuns:
        return phrase("The difference between {} and {} cannot be judged: {} against {}. At least {} of each are needed: tune "
                      "with other seeds.",
                      leader, other, runsText(v.leaderRuns), v.otherRuns, v.runsNeeded);
    case Verdict::Kind::NothingWorked: return phrase("{} cannot be compared with {}: all of its trials failed.", other, leader);
    }
    return {};
}

std::vector<Sentence> verdictSentences(const TaskComparison& task)
{
    std::vector<Sentence> all;
    for (const Verdict& verdict : task.verdicts) {
        all.push_back(verdictSentence(task, verdict));
        if (verdict.kind != Verdict::Kind::TooFewRuns && verdict.kind != Verdict::Kind::NothingWorked) {
            all.push_back(finalSentence(task, verdict));
        }
    }
    if (task.mixedTargets) {
        all.push_back(phrase("These runs were measured for different targets, so the machine differs as well."));
    }
    return all;
}

namespace {

/// How many times as many trials the other group needs; infinite if it seldom gets there.
double trialsFactor(const Verdict& v)
{
    return v.leaderValue > 0 ? v.otherValue / v.leaderValue : 1;
}

ComparisonHeadline headlineOfClaim(const TaskComparison& task, const Verdict& v)
{
    const std::string& leader = task.groups[v.leader].name;
    const std::string& other = task.groups[v.other].name;
    if (v.kind == Verdict::Kind::Better) {
        return {Sentence(speedText(task, v.leaderValue - v.otherValue)), phrase("{} more", unitText(task.unit)),
                phrase("{} against {} at the end: {} and {} {} ({}; p = {:.2g})", leader, other, speedText(task, v.leaderValue),
                       speedText(task, v.otherValue), unitText(task.unit), medianSentence(v), v.pValue)};
    }
    if (std::isinf(v.otherValue)) {
        return {Sentence(leader), phrase("is faster"), measuredSentence(task, v)};
    }
    return {Sentence(fmt::format("{:.{}f}", trialsFactor(v), trialsFactor(v) < 10 ? 1 : 0)), phrase("times as fast"),
            phrase("{} against {}: {:.10g} and {:.10g} trials to {:.0f} % of the best ({}; p = {:.2g})", leader, other,
                   v.leaderValue, v.otherValue, kVerdictShare * 100, medianSentence(v), v.pValue)};
}

} // namespace

ComparisonHeadline headlineOf(const TaskComparison& task)
{
    if (task.verdicts.empty()) {
        return {};
    }
    const auto isClaim = [](const Verdict& v) { return v.kind == Verdict::Kind::Faster || v.kind == Verdict::Kind::Better; };
    std::vector<Verdict> claims;
    std::ranges::copy_if(task.verdicts, std::back_inserter(claims), isClaim);
    const auto open = task.verdicts.size() - claims.size();
    if (!claims.empty()) { // the least of what is claimed holds against all of them
        ComparisonHeadline headline = headlineOfClaim(task, *std::ranges::min_element(claims, {}, trialsFactor));
        headline.line = open == 0 ? headline.line : phrase("{}; undecided against {} other (group|groups)", headline.line, open);
        return headline;
    }
    const auto missing = missingRuns(task);
    if (const size_t all = std::accumulate(missing.begin(), missing.end(), size_t{0}); all > 0) {
        return {phrase("Undecided"), {}, phrase("{} more (run|runs) with other seeds can decide.", all)};
    }
    const auto compared = std::ranges::find(task.verdicts, Verdict::Kind::NoDifference, &Verdict::kind);
    return compared == task.verdicts.end()
             ? ComparisonHeadline{phrase("Undecided"), {}, verdictSentence(task, task.verdicts.front())}
             : ComparisonHeadline{phrase("No difference"), phrase("shown"), phrase("{}.", measuredSentence(task, *compared))};
}

Sentence unfinishedRunsSentence(size_t runs)
{
    return phrase("{} unfinished (run is|runs are) left out.", runs);
}

} // namespace knobscope
