// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/kernels.h"
#include "bench/onednn.h"
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/loop/loop.h"
#include "core/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace knobscope::bench {

namespace {

/// Remembers what a run measured.
class Trials : public LoopListener
{
public:
    void trialFinished(const TrialFinished& event) override
    {
        if (event.result.error == MeasureError::None) {
            m_results[event.entity.index.value_or(-1)] = event.result;
        }
    }
    void trialCorrected(const TrialCorrected& event) override { m_results[event.entity.index.value_or(-1)] = event.result; }
    /// The quickest, quickest first.
    std::vector<std::pair<int64_t, MeasureResult>> best(size_t count) const
    {
        std::vector<std::pair<int64_t, MeasureResult>> all(m_results.begin(), m_results.end());
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second.meanCost() < b.second.meanCost(); });
        all.resize(std::min(all.size(), count));
        return all;
    }

private:
    std::map<int64_t, MeasureResult> m_results;
};

/// What `knobscope-cli measure` says of a config: in workers of its own.
std::optional<MeasureResult> measuredAnew(const Task& task, int64_t index)
{
    MeasureOptions options;
    options.thorough = true;
    auto measurer = makeLocalMeasurer(options).value();
    (void)measurer->submit(1, {taskToJson(task), task.space.at(index).value()});
    for (int wait = 0; wait < 200; ++wait) {
        if (auto done = measurer->next(std::chrono::milliseconds(100))) {
            return done->second;
        }
    }
    return {};
}

/// How far recorded values are from fresh ones, in percent: the middle and the worst.
void addAgreement(std::vector<Row>& rows, const std::string& name, const std::vector<double>& agreements, double middle,
                  double worst)
{
    std::vector<double> off;
    for (const double a : agreements) {
        off.push_back(std::abs(a - 1) * 100);
    }
    rows.push_back(below(name + ".median", median(off), fmt::format("% off, of {}", off.size()), middle));
    rows.push_back(
        below(name + ".worst", *std::max_element(off.begin(), off.end()), fmt::format("% off, of {}", off.size()), worst));
}

} // namespace

std::vector<Row> convolutionRows()
{
    auto loader = KernelLoader::create().value();
    std::vector<Row> rows;
    std::vector<double> seconds;
    std::vector<double> speedups;
    double slowest = 1; // pace in any of all these
    double quickest = 0;
    std::vector<std::pair<const Shape*, std::vector<std::pair<int64_t, MeasureResult>>>> recorded;
    for (const Shape& shape : shapes) {
        LoopTask task{taskOf(shape), shape.name, {}, {}, 0};
        task.options.tuner = "ga";
        task.options.parameters = {{"pop_size", 20}};
        task.options.trials = 128;
        task.options.seed = 1;
        Trials trials;
        LoopListener* const listener = &trials;
        auto measurer = makeLocalMeasurer({}).value();
        LoopControl control;
        const auto run = tune({task}, *measurer, control, std::span(&listener, 1)).value().front();
        measurer->stop();
        const auto ours = kernelOf(*loader, task.task, run.bestIndex);
        const auto peer = onednnConv2d({shape.channels, shape.size, shape.channels, 3, 1, 1});
        ours();
        peer();
        rows.push_back(atLeast(std::string("conv.") + shape.name, speedAgainst(ours, peer), "of oneDNN", shape.target));
        if (shape.size == 56) {
            rows.push_back(atLeast("trials", run.trialsPerSecond, "trials/s", 12));
        }
        recorded.emplace_back(&shape, trials.best(5));
    }
    // Minutes later, in another hour of the machine: the best of each run, and the four that followed it.
    for (const auto& [shape, best] : recorded) {
        for (const auto& [index, was] : best) {
            const auto fresh = measuredAnew(taskOf(*shape), index);
            if (!fresh || fresh->error != MeasureError::None) {
                continue;
            }
            seconds.push_back(was.meanCost() / fresh->meanCost());
            speedups.push_back(was.timing.speedup / fresh->timing.speedup);
            slowest = std::min({slowest, was.timing.pace, fresh->timing.pace});
            quickest = std::max({quickest, was.timing.pace, fresh->timing.pace});
        }
    }
    addAgreement(rows, "agree.speedup", speedups, 2, 5);
    addAgreement(rows, "agree.seconds", seconds, 3, 8);
    rows.push_back({"agree.pace", slowest, fmt::format("to {:.2f} while they were measured", quickest), "-", true});
    return rows;
}

} // namespace knobscope::bench
