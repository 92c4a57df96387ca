// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/networkfindings.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace knobscope {

namespace {

constexpr size_t kMostNetworkFindings = 5;

/// Steps with the same kernel and the same advice.
struct Alike {
    size_t first = 0;
    size_t steps = 0;
    double seconds = 0;
    double boundSeconds = 0;
    double gainSeconds = 0;
    StepAdvice advice;
    const char* boundName = "";
};

Sentence kernelName(const NetworkStep& step, size_t steps)
{
    return steps == 1 ? phrase("{}", step.op) : phrase("{} ({} steps)", step.op, steps);
}

NetworkFinding findingAbout(const NetworkStep& step, const Alike& alike, double networkSeconds)
{
    const Sentence name = kernelName(step, alike.steps);
    const bool isTuned = step.knownSeconds > 0;
    const double gain = std::min(alike.gainSeconds, 0.99 * networkSeconds);
    NetworkFinding finding{alike.advice.kind, step.name, alike.steps, {}, {}, {}, networkSeconds / (networkSeconds - gain)};
    const Sentence time = phrase("{:.3f} ms, {:.0f} % of the network", alike.seconds * 1e3, 100 * alike.seconds / networkSeconds);
    finding.evidence = alike.boundSeconds > 0 ? phrase("{}, at {:.0f} % of what bounds it ({}).", time,
                                                       100 * alike.boundSeconds / alike.seconds, Sentence(alike.boundName))
                                              : phrase("{}.", time);
    const Sentence saves = phrase("saves {:.3f} ms of {:.3f} at most", gain * 1e3, networkSeconds * 1e3);
    switch (alike.advice.kind) {
    case StepAdvice::Kind::Tune:
        finding.text = isTuned ? phrase("{} is far from its bound.", name) : phrase("{} is not tuned.", name);
        finding.change = isTuned ? phrase("Tune it longer: {}.", saves) : phrase("Tune it: {}.", saves);
        break;
    case StepAdvice::Kind::OtherLayout:
        finding.text = phrase("The layout of {} costs time.", name);
        finding.change = phrase("Choose another layout: {}.", saves);
        break;
    case StepAdvice::Kind::NoTemplate:
    case StepAdvice::Kind::None:
        finding.text = phrase("{} has no template.", name);
        finding.change = phrase("It cannot be tuned: {} if it reached its bound.", saves);
        break;
    }
    return finding;
}

} // namespace

std::vector<NetworkFinding> networkFindings(const NetworkReport& report, std::span<const double> stepSeconds,
                                            const std::optional<NetworkLimits>& limits)
{
    const double sum = std::accumulate(stepSeconds.begin(), stepSeconds.end(), 0.0);
    std::map<std::tuple<std::string, std::string, std::string, StepAdvice::Kind>, Alike> all;
    for (size_t s = 0; s < stepSeconds.size() && s < report.steps.size() && sum > 0; ++s) {
        const NetworkStep& step = report.steps[s];
        const auto bound = limits ? std::optional(boundOf(step, report, *limits)) : std::nullopt;
        const StepAdvice advice = adviceFor(step, stepSeconds[s], bound, sum);
        if (advice.gainSeconds <= 0) {
            continue;
        }
        const std::string work = step.config.is_array() && step.config.size() > 1 ? step.config[1].dump() : std::string();
        Alike& alike = all[{step.op, step.task, work, advice.kind}];
        alike.first = alike.steps == 0 ? s : alike.first;
        ++alike.steps;
        alike.seconds += stepSeconds[s];
        alike.gainSeconds += advice.gainSeconds;
        alike.advice = advice;
        alike.boundSeconds += bound ? bound->seconds : 0;
        alike.boundName = bound ? bound->name() : "";
    }
    std::vector<NetworkFinding> findings;
    for (const auto& [key, alike] : all) {
        findings.push_back(findingAbout(report.steps[alike.first], alike, sum));
    }
    std::ranges::stable_sort(findings, std::greater<>(), &NetworkFinding::gain);
    findings.resize(std::min(findings.size(), kMostNetworkFindings));
    return findings;
}

nlohmann::json networkFindingToJson(const NetworkFinding& finding)
{
    return {{"text", finding.text.message},
            {"evidence", finding.evidence.message},
            {"change", {{"text", finding.change.message}, {"step", finding.step}}},
            {"gain", finding.gain}};
}

} // namespace knobscope
