// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/networktime.h"

#include "core/base/paireddifference.h"
#include "core/base/sentencejson.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr size_t kBlocks = 10;
constexpr double kNearlyFullPace = 0.9; // share of full pace
constexpr double kWideScatter = 1.3; // of the median to the minimum, or of slow phases to fast ones: more than an idle machine's

std::vector<double> blockMedians(std::span<const double> values)
{
    const size_t blocks = std::min(kBlocks, values.size());
    std::vector<double> medians;
    for (size_t b = 0; b < blocks; ++b) {
        const size_t from = b * values.size() / blocks;
        medians.push_back(median(values.subspan(from, (b + 1) * values.size() / blocks - from)));
    }
    return medians;
}

Sentence scatterWarning(const NetworkTime& time)
{
    if (time.seconds > kWideScatter * time.least) {
        return phrase("The times scatter: the median is {:.1f} times the minimum.", time.seconds / time.least);
    }
    return time.high > kWideScatter * time.low
             ? phrase("The times scatter: slow phases took {:.1f} times as long as fast ones.", time.high / time.low)
             : Sentence();
}

double relativeChange(double logarithm)
{
    return std::expm1(logarithm);
}

} // namespace

Sentence clockWarning(double ratio)
{
    return ratio > 0 && ratio < kNearlyFullPace
             ? phrase(" The CPU ran at {:.0f} % of its normal speed. Was something else running?", 100 * ratio)
             : Sentence();
}

std::string millisecondsText(double seconds)
{
    const double ms = seconds * 1e3;
    return ms < 1e3 ? fmt::format("{:.4g}", ms) : fmt::format("{:.0f}", ms);
}

NetworkTime timeOf(const NetworkSamples& samples)
{
    NetworkTime time;
    const MedianInterval interval = medianInterval(blockMedians(samples.seconds));
    time.seconds = median(samples.seconds);
    time.low = std::min(interval.low, time.seconds);
    time.high = std::max(interval.high, time.seconds);
    time.least = std::ranges::min(samples.seconds);
    time.lowerQuartile = quantile(samples.seconds, 0.25);
    time.clockRatio = samples.paces.empty() ? 1 : median(samples.paces);
    time.runs = static_cast<int>(samples.seconds.size());
    return time;
}

Sentence timeSentence(const NetworkTime& time, int threads)
{
    Sentence text = phrase("{} ms on {} (thread|threads) (95 % interval {} to {}, minimum {}), clock at {:.0f} % of full speed.",
                           millisecondsText(time.seconds), threads, millisecondsText(time.low), millisecondsText(time.high),
                           millisecondsText(time.least), 100 * time.clockRatio);
    const Sentence slow = clockWarning(time.clockRatio);
    const Sentence scatter = scatterWarning(time);
    if (scatter.empty()) {
        return slow.empty() ? text : phrase("{}{}", text, slow);
    }
    return phrase("{} {}{}", text, scatter, slow.empty() ? phrase(" Was something else running?") : slow);
}

NetworkComparison comparisonOf(const NetworkPairs& pairs)
{
    std::vector<double> logarithms;
    for (size_t i = 0; i < pairs.first.size(); ++i) {
        logarithms.push_back(std::log(pairs.first[i] / pairs.second[i]));
    }
    const PairedDifference difference = pairedDifference(logarithms);
    NetworkComparison comparison;
    comparison.beforeSeconds = median(pairs.second);
    comparison.change = relativeChange(difference.estimate);
    comparison.afterSeconds = comparison.beforeSeconds * (1 + comparison.change);
    comparison.low = relativeChange(difference.low);
    comparison.high = relativeChange(difference.high);
    comparison.clockRatio = pairs.paces.empty() ? 1 : median(pairs.paces);
    comparison.pairs = static_cast<int>(pairs.first.size());
    return comparison;
}

Sentence changeText(const NetworkComparison& c)
{
    return phrase("{:+.1f} % ± {:.1f} %", 100 * c.change, 100 * std::max(c.high - c.change, c.change - c.low));
}

Sentence comparisonSentence(const NetworkComparison& c)
{
    if (c.pairs == 0) {
        return phrase("The whole network is no faster than before: its fastest kernels are the same.");
    }
    const std::string before = millisecondsText(c.beforeSeconds);
    const std::string after = millisecondsText(c.afterSeconds);
    const Sentence change = changeText(c);
    Sentence text = c.isFaster() ? phrase("The whole network takes {} ms instead of {} ms ({}).", after, before, change)
                  : c.isSlower()
                      ? phrase("The whole network is slower than before ({}): {} ms instead of {} ms.", change, after, before)
                      : phrase("The whole network is no faster than before ({}): {} ms, before {} ms.", change, after, before);
    if (!c.keepsAfter()) {
        text = phrase("{} The earlier kernels are kept.", text);
    }
    return phrase("{}{}", text, clockWarning(c.clockRatio));
}

nlohmann::json comparisonToJson(const NetworkComparison& c)
{
    return {{"before_ms", c.pairs > 0 ? nlohmann::json(c.beforeSeconds * 1e3) : nlohmann::json()},
            {"after_ms", c.pairs > 0 ? nlohmann::json(c.afterSeconds * 1e3) : nlohmann::json()},
            {"change", c.change},
            {"interval", {c.low, c.high}},
            {"is_faster", c.isFaster()},
            {"kept", c.pairs == 0     ? "same"
                     : c.keepsAfter() ? "after"
                                      : "before"},
            {"clock_ratio", c.clockRatio},
            {"pairs", c.pairs},
            {"disturbed", c.disturbed.empty() ? nlohmann::json() : nlohmann::json(c.disturbed.message)}};
}

nlohmann::json chosenConfigs(const NetworkReport& report)
{
    nlohmann::json known = nlohmann::json::array();
    for (const NetworkStep& step : report.steps) {
        if (step.config.is_null() || step.knownSeconds <= 0) {
            continue;
        }
        nlohmann::json one{{"task", step.config.at(0)},
                           {"args", step.config.at(1)},
                           {"entity", step.config.at(2)},
                           {"seconds", step.knownSeconds}};
        if (std::ranges::find(known, one) == known.end()) {
            known.push_back(std::move(one));
        }
    }
    return known;
}

bool isSameProgram(const NetworkReport& a, const NetworkReport& b)
{
    return std::ranges::equal(a.steps, b.steps, [](const NetworkStep& x, const NetworkStep& y) {
        return x.name == y.name && x.op == y.op && x.layout == y.layout && x.config == y.config;
    });
}

} // namespace knobscope
