// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/networkfindings.h"

#include "core/base/numbertext.h"
#include "core/study/stepgroup.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace knobscope {

namespace {

constexpr size_t kMostNetworkFindings = 5;

Sentence kernelName(const NetworkStep& step, size_t steps)
{
    return steps == 1 ? phrase("{}", step.op) : phrase("{} ({} steps)", step.op, steps);
}

NetworkFinding findingAbout(const NetworkReport& report, const StepGroup& group, double networkSeconds)
{
    const NetworkStep& step = report.steps[group.steps.front()];
    const Sentence name = kernelName(step, group.steps.size());
    const bool isTuned = step.knownSeconds > 0;
    const double gain = std::min(group.advice.gainSeconds, 0.99 * networkSeconds);
    NetworkFinding finding{
        group.advice.kind, step.name, group.steps.size(), {}, {}, {}, networkSeconds / (networkSeconds - gain)};
    const Sentence time = phrase("{:.3f} ms, {:.0f} % of the network", group.seconds * 1e3, 100 * group.seconds / networkSeconds);
    finding.evidence = group.bound ? phrase("{}, at {:.0f} % of what bounds it ({}).", time,
                                            100 * group.bound->seconds / group.seconds, group.bound->name())
                                   : phrase("{}.", time);
    const Sentence saves =
        phrase("saves {} of the steps' {} ms at most", roundToDigits(gain * 1e3, 3), roundToDigits(networkSeconds * 1e3, 4));
    switch (group.advice.kind) {
    case StepAdvice::Kind::Tune:
        finding.text = isTuned ? phrase("{} is far from its bound.", name) : phrase("{} is not tuned.", name);
        finding.change = isTuned ? phrase("Tune it longer: {}.", saves) : phrase("Tune it: {}.", saves);
        break;
    case StepAdvice::Kind::OtherLayout:
        finding.text = step.isTransform() ? phrase("{} layout (transform costs|transforms cost) time.", group.steps.size())
                                          : phrase("The layout of {} costs time.", name);
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
    std::vector<NetworkFinding> findings;
    for (const StepGroup& group : groupSteps(report, stepSeconds, limits)) {
        if (group.advice.gainSeconds > 0) {
            findings.push_back(findingAbout(report, group, sum));
        }
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
