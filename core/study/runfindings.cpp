// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/runfindings.h"

#include "core/study/failuregroups.h"
#include "core/study/findings.h"
#include "core/study/importance.h"
#include "core/study/roofline.h"
#include "core/tuning/storedrun.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t kMostRunFindings = 5;
constexpr double kManyFailures = 0.1;   // share of the trials
constexpr double kQuarter = 0.25;       // of a run, from either end
constexpr double kLateGain = 1.02;      // of the last quarter
constexpr double kNearPeak = 0.85;
constexpr double kDecisive = 0.4;       // share of the explained variance
constexpr double kSlowedMachine = 0.9;  // clock ratio

double bestBefore(const TrialSet& set, double share)
{
    double best = 0;
    const double last = share * static_cast<double>(set.trials.size());
    for (size_t i = 0; static_cast<double>(i) < last; ++i) {
        best = std::max(best, set.trials[i].point.gflops);
    }
    return best;
}

Result<void> addFailures(std::vector<RunFinding>& findings, Project& project, const TrialSet& set, int64_t run,
                         const std::atomic<bool>* isCancelled)
{
    const auto report = TRY(failureReport(project, {run, set.task, set.task ? set.task->autotvmFlops : 0}, {}, isCancelled));
    const auto share = report.trials > 0 ? static_cast<double>(report.failed) / static_cast<double>(report.trials) : 0;
    if (share < kManyFailures) {
        return {};
    }
    const auto explained =
        std::ranges::find_if(report.groups, [](const FailureGroup& group) { return group.explanation.has_value(); });
    const bool isKnown = explained != report.groups.end();
    const double avoided = isKnown ? static_cast<double>(explained->trials.size()) / static_cast<double>(report.trials) : 0;
    findings.push_back({"failures", phrase("{:.0f} % of the trials failed.", 100 * share),
                        isKnown ? explanationSentence(*explained) : phrase("No single knob tells them from the others."),
                        isKnown ? phrase("Leave such configs out of the space ({}).", briefExplanation(*explained))
                                : phrase("See the reasons in Failures."),
                        1 / (1 - std::min(0.9, avoided)), -1});
    return {};
}

void addProgress(std::vector<RunFinding>& findings, const TrialSet& set)
{
    const size_t best = *set.best();
    const auto trials = static_cast<double>(set.trials.size());
    const double place = static_cast<double>(best + 1) / trials;
    const double gain = set.trials[best].point.gflops / std::max(1e-9, bestBefore(set, 1 - kQuarter));
    if (gain >= kLateGain && set.trials.size() >= 8) {
        findings.push_back({"late", phrase("The best was still improving when the run ended."),
                            phrase("The last quarter of the trials made it {:.0f} % faster; the best is trial {} of {}.",
                                   100 * (gain - 1), best + 1, set.trials.size()),
                            phrase("Continue with more trials."), gain, -1});
    } else if (place < kQuarter && set.trials.size() >= 32) {
        findings.push_back({"early", phrase("No trial after number {} was faster.", best + 1),
                            phrase("{} of {} trials came after it.", set.trials.size() - best - 1, set.trials.size()),
                            phrase("Fewer trials are enough for this task, or another space is needed."), 1, -1});
    }
}

void addPeak(std::vector<RunFinding>& findings, const TrialSet& set, double peakGflops)
{
    const double share = peakGflops > 0 ? set.trials[*set.best()].point.gflops * plainShare(*set.task) / peakGflops : 0;
    if (share >= kNearPeak) {
        findings.push_back({"peak", phrase("The best is at {:.0f} % of the peak of these cores.", 100 * share),
                            phrase("The peak is {:.0f} GFLOPS.", peakGflops),
                            phrase("Tune another task: at most {:.0f} % is left here.", 100 * std::max(0.0, 1 - share)),
                            1 / std::min(1.0, share), -1});
    }
}

void addConfig(std::vector<RunFinding>& findings, const TrialSet& set, const RunRow& run, const MachineProfile& machine)
{
    const auto lacks = set.task->isGpu ? std::vector<Finding>()
                                       : findingsOf(*set.task, set.trials[*set.best()].point.index, machine, threadsOf(run))
                                             .value_or(std::vector<Finding>());
    for (const Finding& finding : lacks) {
        const auto isTried = [&](const TrialPoint& point) { return point.index == finding.index; };
        if (std::ranges::none_of(set.trials.parts(),
                                 [&](const auto& part) { return std::ranges::any_of(part.trials, isTried); })) {
            findings.push_back({"config", phrase("The best config: {}", finding.text), finding.evidence, finding.change,
                                finding.gain, finding.index});
            return;
        }
    }
}

void addKnob(std::vector<RunFinding>& findings, const TrialSet& set)
{
    const auto importance = knobImportance(set);
    if (importance && !importance->knobs.empty() && importance->knobs.front().share >= kDecisive) {
        const KnobImportance& knob = importance->knobs.front();
        findings.push_back({"knob", phrase("`{}` decides most of the speed.", knob.name),
                            phrase("{:.0f} % of the variance, over {} configs with {} of its values.", 100 * knob.share,
                                   importance->configs, knob.values),
                            phrase("Add or remove candidates of this knob first."), 1, -1});
    }
}

} // namespace

Result<std::vector<RunFinding>> runFindings(Project& project, const RunRow& run, const MachineProfile& machine, double peakGflops,
                                            RunTrials* shared, const std::atomic<bool>* isCancelled)
{
    std::vector<RunFinding> findings;
    const auto set = TRY(trialSetOf(project, run.id, false, nullptr, shared));
    if (set.trials.empty()) {
        return findings;
    }
    TRY(addFailures(findings, project, set, run.id, isCancelled));
    if (set.best() && set.task) {
        addProgress(findings, set);
        addPeak(findings, set, peakGflops);
        addConfig(findings, set, run, machine);
        addKnob(findings, set);
    }
    if (run.pace > 0 && run.pace < kSlowedMachine) {
        findings.push_back({"pace", phrase("The machine was slowed while this was measured."),
                            phrase("Mean clock ratio {:.0f} %.", 100 * run.pace),
                            phrase("Measure again while no other program runs."), 1, -1});
    }
    std::ranges::stable_sort(findings, std::greater<>(), &RunFinding::gain);
    findings.resize(std::min(findings.size(), kMostRunFindings));
    return findings;
}

nlohmann::json runFindingToJson(const RunFinding& finding)
{
    nlohmann::json change{{"text", finding.change.message}};
    if (finding.index >= 0) {
        change["index"] = finding.index;
    }
    return {{"id", finding.id},
            {"text", finding.text.message},
            {"evidence", finding.evidence.message},
            {"change", change},
            {"gain", finding.gain}};
}

} // namespace knobscope
