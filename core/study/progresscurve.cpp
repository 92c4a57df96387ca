// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/progresscurve.h"

#include "core/base/statistics.h"

#include <algorithm>

namespace knobscope {

double placeOf(const TrialPoint& trial, CurveAxis axis, double started)
{
    return axis == CurveAxis::Trials ? static_cast<double>(trial.number) : std::max(0.0, trial.timestamp - started);
}

std::vector<CurveStep> bestSoFar(std::span<const TrialPoint> trials, CurveAxis axis, double started)
{
    std::vector<CurveStep> steps;
    double best = 0;
    double x = 0;
    for (const TrialPoint& trial : trials) {
        // Keeps x monotonic if the clock was set back.
        x = std::max(x, placeOf(trial, axis, started));
        if (trial.gflops > best) {
            best = trial.gflops;
            steps.push_back({x, best});
        }
    }
    if (!steps.empty() && steps.back().x < x) {
        steps.push_back({x, best});
    }
    return steps;
}

std::optional<double> reachOf(std::span<const CurveStep> curve, double level)
{
    const auto at = std::ranges::lower_bound(curve, level, {}, &CurveStep::best);
    return level > 0 && at != curve.end() ? std::optional(at->x) : std::nullopt;
}

std::vector<BandStep> bandOf(std::span<const std::vector<CurveStep>> curves)
{
    struct Event {
        double x;
        size_t curve;
        double best;
    };
    std::vector<Event> events;
    for (size_t c = 0; c < curves.size(); ++c) {
        for (const CurveStep& step : curves[c]) {
            events.push_back({step.x, c, step.best});
        }
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.x < b.x; });
    std::vector<BandStep> band;
    std::vector<double> now(curves.size(), 0);
    for (size_t i = 0; i < events.size(); ++i) {
        now[events[i].curve] = std::max(now[events[i].curve], events[i].best);
        if (i + 1 == events.size() || events[i + 1].x > events[i].x) {
            band.push_back({events[i].x, quantile(now, 0.25), median(now), quantile(now, 0.75)});
        }
    }
    return band;
}

std::vector<DistributionStep> distributionOf(std::vector<double> values, size_t most)
{
    std::sort(values.begin(), values.end());
    const auto isLastOfValue = [&](size_t i) { return i + 1 == values.size() || values[i + 1] != values[i]; };
    size_t distinct = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        distinct += isLastOfValue(i) ? 1 : 0;
    }
    const size_t stride = std::max<size_t>(1, distinct / most);
    std::vector<DistributionStep> steps;
    size_t at = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        if (isLastOfValue(i) && (at++ % stride == 0 || i + 1 == values.size())) {
            steps.push_back({values[i], static_cast<double>(i + 1) / static_cast<double>(values.size())});
        }
    }
    return steps;
}

} // namespace knobscope
