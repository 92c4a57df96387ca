// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/price.h"

#include "core/base/member.h"
#include "core/base/statistics.h"
#include "core/target/machineprofile.h"
#include "core/target/targetdevice.h"
#include "core/tuning/storedrun.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace knobscope {

namespace {

constexpr int64_t kMinTrials = 10;
constexpr int64_t kTrialsRead = 2000; // the last ones are sufficient for a rate
constexpr double kMaxSizeRatio = 4; // maximum ratio of operations between tasks that share a rate
// Average time of a trial in this program (docs/results): compiling and loading, and a number of calls of a kernel that reaches a
// quarter of the peak of a core's two multiply-add units.
constexpr double kPerTrialOverhead = 0.07;
constexpr double kPerTrialOverheadOnGpu = 0.15; // NVRTC's time: 3 to 19 trials a second were observed
                                                // (docs/results/2026-11-22-h100.md)
constexpr double kCallsPerTrial = 16;
constexpr double kDefaultPeakShare = 0.25;
constexpr double kDefaultHertz = 3e9;
constexpr int kDefaultVectorBits = 128;
// Gaps between trials above kMaxGapRatio median gaps, clamped to kMinGap to kMaxGap seconds, are pauses or resumed runs.
constexpr double kMaxGap = 30, kMinGap = 5, kMaxGapRatio = 10;

/// Compares tasks without their edits: target, template and arguments.
bool isSameWorkload(const nlohmann::json& stored, const nlohmann::json& own)
{
    return stored.is_object() && stored.value("task", nlohmann::json()) == own["task"]
        && stored.value("args", nlohmann::json()) == own["args"] && stored.value("target", nlohmann::json()) == own["target"];
}

/// Returns true if the rate of one applies to the other.
bool isSimilar(const TaskRow& row, const Task& task)
{
    const auto target = parseTarget(memberOr(row.task, "target", std::string()));
    return target && *target == task.target && row.flops <= kMaxSizeRatio * task.autotvmFlops
        && row.flops * kMaxSizeRatio >= task.autotvmFlops;
}

double rateOf(const std::vector<TrialPoint>& points)
{
    std::vector<double> steps;
    for (size_t i = 1; i < points.size(); ++i) {
        steps.push_back(points[i].timestamp - points[i - 1].timestamp);
    }
    const double longest = steps.empty() ? 0 : std::clamp(kMaxGapRatio * median(steps), kMinGap, kMaxGap);
    std::erase_if(steps, [&](double step) { return step >= longest; });
    const double seconds = std::accumulate(steps.begin(), steps.end(), 0.0);
    return seconds > 0 ? static_cast<double>(steps.size()) / seconds : 0;
}

double middle(const SpaceCount& count)
{
    return (static_cast<double>(count.low) + static_cast<double>(count.high)) / 2;
}

} // namespace

Result<std::optional<MeasuredRate>> measuredRate(Project& project, const Task& task, int threads)
{
    const auto runs = TRY(project.runs());
    return measuredRate(project, runs, task, threads);
}

Result<std::optional<MeasuredRate>> measuredRate(Project& project, std::span<const RunRow> runs, const Task& task, int threads)
{
    const auto tasks = TRY(project.tasks());
    const nlohmann::json own = taskToJson(task);
    const std::string machine = thisMachine().cpu;
    std::optional<MeasuredRate> best;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (run->state != "finished" || run->trials < kMinTrials || machineOf(*run) != machine || threadsOf(*run) != threads) {
            continue;
        }
        const auto row = std::find_if(tasks.begin(), tasks.end(), [&](const TaskRow& r) { return r.id == run->task; });
        const bool same = row != tasks.end() && isSameWorkload(row->task, own);
        if (!same && (best || row == tasks.end() || !isSimilar(*row, task))) {
            continue;
        }
        const auto points = TRY(project.points(run->id, std::max<int64_t>(0, run->trials - kTrialsRead)));
        const double rate = rateOf(points);
        if (rate > 0) {
            best = MeasuredRate{rate, run->id, run->label, run->tuner, points.back().timestamp, run->trials, same};
        }
        if (best && best->sameTask) {
            break;
        }
    }
    return best;
}

std::optional<MeasuredRate> boundRate(const Task& task, int threads)
{
    if (task.plainFlops <= 0) {
        return std::nullopt;
    }
    const int bits = profileOf(task.target).vectorBits;
    const double peakOfCores = 2.0 * 2.0 * (bits > 0 ? bits : kDefaultVectorBits) / 32 * kDefaultHertz * threads;
    const double peak = task.isGpu ? deviceOf(task.target).peakFp32 : peakOfCores; // 0 for an unknown GPU
    const double calls = peak > 0 ? kCallsPerTrial * task.plainFlops / (kDefaultPeakShare * peak) : 0;
    MeasuredRate rate;
    rate.trialsPerSecond = 1 / ((task.isGpu ? kPerTrialOverheadOnGpu : kPerTrialOverhead) + calls);
    rate.isGuessed = true;
    return rate;
}

SpacePrice priceOf(const SpaceCount& before, const SpaceCount& after, std::optional<MeasuredRate> rate)
{
    const auto secondsOf = [perSecond = rate ? rate->trialsPerSecond : 0](double trials) {
        return perSecond > 0 ? trials / perSecond : 0;
    };
    return {.before = before,
            .after = after,
            .moreLow = after.low - before.high,
            .moreHigh = after.high - before.low,
            .factor = middle(before) > 0 ? middle(after) / middle(before) : 1,
            .rate = std::move(rate),
            .gridSeconds = secondsOf(middle(after)),
            .gridSecondsMore = secondsOf(middle(after) - middle(before)),
            .searchIsUnchanged = before.high > SpacePrice::kSearchTrials && after.low > SpacePrice::kSearchTrials};
}

} // namespace knobscope
