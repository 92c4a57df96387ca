// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/tuner/cost_model/costmodel.h"
#include "core/tuner/tuner.h"

#include <cmath>
#include <ctime>

namespace knobscope::bench {

namespace {

constexpr int trials = 1000;
constexpr double trialsPerSecond = 30; // target rate of a run; the share refers to such a run's time

/// A synthetic cost function with slopes in every knob and some noise; only its ruggedness matters here.
double flopsOf(const ConfigSpace& space, int64_t index)
{
    double score = 1;
    const std::vector<int64_t> digits = space.digits(index);
    for (size_t k = 0; k < digits.size(); ++k) {
        const auto size = static_cast<double>(space.knobs()[k].size());
        score *= 1.2 - std::abs(static_cast<double>(digits[k]) / size - 0.4);
    }
    return 1e10 * score * (1 + 0.05 * std::sin(static_cast<double>(index) * 12.9898));
}

/// Processor time of all threads: includes the tuner's own thread and excludes other processes.
double processSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

std::vector<Row> modelRows()
{
    if (xgboostVersion().empty()) {
        return {};
    }
    const Task task = largeSpaceTask();
    TunerContext context;
    context.space = &task.space;
    context.task = &task;
    const double before = processSeconds();
    auto tuner = makeTuner("model", context).value();
    for (int i = 0; i < trials; ++i) {
        const int64_t index = tuner->propose(1).at(0);
        const Trial trial{index, flopsOf(task.space, index)};
        tuner->update(std::span(&trial, 1));
    }
    tuner.reset();
    const double spent = processSeconds() - before;
    return {below("model", 100 * spent * trialsPerSecond / trials, "% of 1,000 trials", 5)};
}

} // namespace knobscope::bench
