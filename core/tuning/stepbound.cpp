// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/stepbound.h"

#include "core/base/statistics.h"
#include "core/graph/graph.h"
#include "core/target/bestrate.h"
#include "core/target/machineprofile.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace knobscope {

namespace {

constexpr double kNearBound = 0.8;      // share of the bound; above, little is left to gain
constexpr double kWorthwhile = 0.002;   // gain as a share of the network; below, there is no advice
constexpr size_t kNamedOperators = 3;
constexpr double kLeastBoundSeconds = 1e-12; // of a bound, which JSON's readers expect above 0

double sumOf(std::span<const double> seconds)
{
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

/// Seconds of the fastest other config that is faster by itself than the chosen one; 0: none.
double fasterAlternative(const NetworkStep& step)
{
    double least = 0;
    for (const StepAlternative& one : step.alternatives) {
        if (one.seconds > 0 && one.seconds < step.knownSeconds && (least == 0 || one.seconds < least)) {
            least = one.seconds;
        }
    }
    return least;
}

/// The rate by the layer's own operations. Winograd's kernels compute fewer, which their share of the peak counts, so both rates
/// are shown: "265.4 (computes 117.9)".
TableCell rateCell(const NetworkStep& step, double seconds)
{
    const double rate = seconds > 0 ? step.flops / seconds / 1e9 : 0;
    const bool computesLess = step.task.find("winograd") != std::string::npos && step.leastFlops > 0;
    return computesLess && rate > 0 ? TableCell(rate, phrase("{:.1f} (computes {:.1f})", rate, step.leastFlops / seconds / 1e9))
                                    : positiveCell(rate);
}

/// Operations per second of the step that computes the most of them.
double fastestRate(const NetworkReport& report, std::span<const double> stepSeconds)
{
    double rate = 0;
    for (size_t s = 0; s < std::min(stepSeconds.size(), report.steps.size()); ++s) {
        rate = stepSeconds[s] > 0 ? std::max(rate, report.steps[s].leastFlops / stepSeconds[s]) : rate;
    }
    return rate;
}

StepAdvice advice(StepAdvice::Kind kind, double gain, const Sentence& what)
{
    constexpr double shown = 1e-7; // a smaller one has an exponent in milliseconds
    return {kind, gain, gain >= shown ? phrase("{} (up to {:.3g} ms)", what, gain * 1e3) : what};
}

} // namespace

Result<NetworkLimits> networkLimits(const NetworkReport& report, std::span<const double> stepSeconds, const std::string& worker)
{
    NetworkLimits limits{TRY(measureMachinePeak(report.threads, worker)), 0};
    limits.peak.gflops =
        std::max({limits.peak.gflops, BestRate().rateFor(report.threads) / 1e9, fastestRate(report, stepSeconds) / 1e9});
    const MachineProfile& machine = thisMachine();
    limits.cacheBytes = machine.l3Bytes > 0 ? machine.l3Bytes : machine.l2Bytes;
    return limits;
}

std::optional<StepBound> boundOf(const NetworkStep& step, const NetworkReport& report, const NetworkLimits& limits)
{
    if (step.dependsOnData) {
        return std::nullopt;
    }
    const MachinePeak& peak = limits.peak;
    const double cacheRate = std::max(peak.cacheGigabytesPerSecond, peak.gigabytesPerSecond) * 1e9;
    const double memoryRate = peak.gigabytesPerSecond * 1e9;
    const auto secondsFor = [&](double bytes, double together) {
        return bytes / (together > static_cast<double>(limits.cacheBytes) ? memoryRate : cacheRate);
    };
    const double others = step.bytes - step.weightBytes;
    const double memory = secondsFor(step.weightBytes, static_cast<double>(report.weightBytes)) + secondsFor(others, others);
    const double compute = step.leastFlops / (peak.gflops * 1e9);
    return StepBound{std::max({memory, compute, kLeastBoundSeconds}), memory >= compute};
}

StepAdvice adviceFor(const NetworkStep& step, double seconds, const std::optional<StepBound>& bound, double networkSeconds,
                     size_t count)
{
    const double gain = bound ? std::max(0.0, seconds - bound->seconds) : 0;
    if (step.isTransform()) {
        return seconds > kWorthwhile * networkSeconds
                 ? advice(StepAdvice::Kind::OtherLayout, seconds, phrase("choose another layout"))
                 : StepAdvice();
    }
    if (!step.hasTemplate()) {
        const double share = seconds / networkSeconds;
        return {StepAdvice::Kind::NoTemplate, gain,
                share > kWorthwhile ? phrase("no template: {:.1f} % of the network", 100 * share) : phrase("no template")};
    }
    const bool isWorthwhile = !bound || gain > kWorthwhile * networkSeconds;
    if (step.knownSeconds <= 0) {
        return isWorthwhile ? advice(StepAdvice::Kind::Tune, gain, phrase("tune")) : StepAdvice();
    }
    const double other = fasterAlternative(step);
    const double saved = static_cast<double>(count) * (step.knownSeconds - other);
    if (other > 0 && saved > kWorthwhile * networkSeconds) {
        return advice(StepAdvice::Kind::OtherLayout, saved, phrase("choose another layout"));
    }
    const bool isFar = bound && bound->seconds < kNearBound * seconds;
    return isFar && isWorthwhile ? advice(StepAdvice::Kind::Tune, gain, phrase("tune longer")) : StepAdvice();
}

double peakShare(const NetworkReport& report, double seconds, const std::optional<NetworkLimits>& limits)
{
    double operations = 0;
    for (const NetworkStep& step : report.steps) {
        operations += step.leastFlops;
    }
    return limits && limits->peak.gflops > 0 && seconds > 0 ? operations / seconds / (limits->peak.gflops * 1e9) : 0;
}

Table stepTable(const NetworkReport& report, std::span<const double> stepSeconds, const std::optional<NetworkLimits>& limits)
{
    Table table =
        Table({{"name", "step"},
               {"milliseconds", "ms", "{:.4f}"},
               {"share", "share", "{:.1f} %", 100},
               {"gflops", "GFLOPS", "{:.1f}"},
               {"is_tuned", "tuned"},
               {"peak_share", "of peak", "{:.0f} %", 100},
               {"bound_by", "bound by"},
               {"bound_share", "of bound", "{:.0f} %", 100},
               {"advice", "what to do"},
               {"layout", "layout"},
               {"op", "operators"},
               {"task", "template"}})
            .withIds({"kind", "bound_seconds", "gain_seconds", "flops", "bytes", "known_milliseconds", "alternatives", "chosen"});
    const nlohmann::json reported = reportToJson(report);
    const double sum = sumOf(stepSeconds);
    for (size_t s = 0; s < stepSeconds.size(); ++s) {
        const NetworkStep& step = report.steps[s];
        const double seconds = stepSeconds[s];
        const auto bound = limits ? boundOf(step, report, *limits) : std::nullopt;
        const StepAdvice advised = adviceFor(step, seconds, bound, std::max(sum, kLeastBoundSeconds));
        const Sentence kernel =
            step.kind == "operator" ? phrase("(by definition)") : Sentence(step.task.empty() ? "-" : step.task);
        const bool isTuned = step.knownSeconds > 0;
        table.add({TableCell(step.name, quotedName(step.name)),
                   seconds * 1e3,
                   sum > 0 ? seconds / sum : 0.0,
                   rateCell(step, seconds),
                   !step.hasTemplate() ? TableCell() : TableCell(isTuned, isTuned ? phrase("yes") : phrase("no")),
                   limits && seconds > 0 && step.leastFlops > 0
                       ? TableCell(step.leastFlops / seconds / (limits->peak.gflops * 1e9))
                       : TableCell(),
                   bound ? TableCell(bound->name().message, bound->name()) : TableCell(),
                   bound && seconds > 0 ? TableCell(bound->seconds / seconds) : TableCell(),
                   advised.text.empty() ? TableCell() : TableCell(advised.text),
                   step.layout,
                   step.op,
                   TableCell(step.task, kernel),
                   step.kind,
                   bound ? TableCell(bound->seconds) : TableCell(),
                   advised.gainSeconds,
                   step.flops,
                   step.bytes,
                   step.knownSeconds * 1e3,
                   reported.at("steps").at(s).at("alternatives"),
                   step.chosen});
    }
    return table;
}

std::vector<OperatorTime> timesByOperator(const NetworkReport& report, std::span<const double> stepSeconds,
                                          const std::function<bool(const NetworkStep&)>& counts)
{
    std::map<std::string, double> byOperator;
    for (size_t s = 0; s < stepSeconds.size(); ++s) {
        const NetworkStep& step = report.steps[s];
        if (!counts || counts(step)) {
            byOperator[step.mainOperator()] += stepSeconds[s];
        }
    }
    std::vector<OperatorTime> largest(byOperator.begin(), byOperator.end());
    std::ranges::stable_sort(largest, std::greater(), &OperatorTime::second);
    return largest;
}

Sentence withoutTemplateSentence(const NetworkReport& report, std::span<const double> stepSeconds)
{
    const auto largest =
        timesByOperator(report, stepSeconds, [](const NetworkStep& step) { return !step.hasTemplate() && !step.isTransform(); });
    const double all = std::accumulate(largest.begin(), largest.end(), 0.0,
                                       [](double before, const OperatorTime& one) { return before + one.second; });
    const double sum = sumOf(stepSeconds);
    if (all <= 0 || sum <= 0) {
        return {};
    }
    std::string names;
    for (size_t i = 0; i < std::min(kNamedOperators, largest.size()); ++i) {
        names += fmt::format("{}{} {:.1f} %", i == 0 ? "" : ", ", largest[i].first, 100 * largest[i].second / sum);
    }
    names += largest.size() > kNamedOperators ? ", …" : "";
    return phrase("No template: {:.1f} % of the network ({}).", 100 * all / sum, names);
}

} // namespace knobscope
