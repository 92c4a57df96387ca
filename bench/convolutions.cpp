// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/kernels.h"
#include "bench/onednn.h"
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/base/statistics.h"
#include "core/tuning/loop.h"
#include "core/worker/makemeasurer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace knobscope::bench {

namespace {

constexpr int kSeeds = 5;              // runs of each shape whose best is measured again
constexpr int64_t kTrials = 128;       // of the first run, which is compared with oneDNN
constexpr int64_t kTrialsToAgree = 64; // of the other runs

/// Stores the results of a run's trials; for a config tried more than once (as the genetic algorithm does), the best.
class Trials : public LoopListener
{
public:
    void trialFinished(const TrialFinished& event) override
    {
        const auto [at, isNew] = m_results.try_emplace(event.entity.index.value_or(-1), event.result);
        if (!isNew && event.result.meanCost() < at->second.meanCost()) {
            at->second = event.result;
        }
    }
    void trialCorrected(const TrialCorrected& event) override { m_results[event.entity.index.value_or(-1)] = event.result; }
    const MeasureResult& of(int64_t index) const { return m_results.at(index); }

private:
    std::map<int64_t, MeasureResult> m_results;
};

/// The best config of a run, with its recorded result.
struct Best {
    const Shape* shape = nullptr;
    int64_t index = 0;
    MeasureResult was;
    double trialsPerSecond = 0;
};

Best tuned(const Shape& shape, uint64_t seed, int64_t trials)
{
    LoopTask task{taskOf(shape), shape.name, {}, {}, 0};
    task.options.tuner = "ga";
    task.options.parameters = {{"pop_size", 20}};
    task.options.trials = trials;
    task.options.seed = seed;
    Trials results;
    LoopListener* const listener = &results;
    auto measurer = makeLocalMeasurer({}).value();
    LoopControl control;
    const auto run = tune({task}, *measurer, control, std::span(&listener, 1)).value().front();
    measurer->stop();
    return {&shape, run.bestIndex, results.of(run.bestIndex), run.trialsPerSecond};
}

/// Measures a config like `knobscope-cli measure`: in new worker processes.
std::optional<MeasureResult> measuredAnew(const Task& task, int64_t index)
{
    MeasureOptions options;
    options.thorough = true;
    auto measurer = makeLocalMeasurer(options).value();
    const ConfigEntity config = task.space.at(index).value();
    const auto results = measureAll(*measurer, task, std::span(&config, 1));
    return results ? std::optional(results->front()) : std::nullopt;
}

/// Ratio of a recorded value to the new one, for a run's best.
struct Agreement {
    const Shape* shape = nullptr;
    double ratio = 1;
    int pairs = 0; ///< pairs behind the recorded value, plus those that selected it

    double off() const { return std::abs(ratio - 1) * 100; }
};

/// Adds the deviation of recorded values from new ones, in percent: the median, and the worst with its shape.
void addAgreement(std::vector<Row>& rows, const std::string& name, const std::vector<Agreement>& agreements, double middle,
                  double most)
{
    std::vector<double> off;
    for (const Agreement& a : agreements) {
        off.push_back(a.off());
    }
    const auto worst = std::ranges::max_element(agreements, {}, &Agreement::off);
    rows.push_back(below(name + ".median", median(off), fmt::format("% off, of {}", off.size()), middle));
    rows.push_back(below(name + ".worst", worst->off(),
                         fmt::format("% off, of {}: {}, {:+.1f} % by {} pairs", off.size(), worst->shape->name,
                                     (worst->ratio - 1) * 100, worst->pairs),
                         most));
}

} // namespace

std::vector<Row> convolutionRows()
{
    auto loader = KernelLoader::create().value();
    std::vector<Row> rows;
    std::vector<Best> recorded;
    for (const Shape& shape : shapes) {
        const Best best = tuned(shape, 1, kTrials);
        const auto ours = kernelOf(*loader, taskOf(shape), best.index);
        const int64_t c = shape.channels;
        const auto peer = onednnConv2d({{1, c, shape.size, shape.size}, {c, c, 3, 3}, {1, 1}, {1, 1, 1, 1}});
        ours.run();
        peer.run();
        rows.push_back(atLeast(std::string("conv.") + shape.name, speedAgainst(ours, peer), "of oneDNN", shape.target));
        if (shape.size == 56) {
            rows.push_back(atLeast("trials", best.trialsPerSecond, "trials/s", 12));
        }
        recorded.push_back(best);
        for (uint64_t seed = 2; seed <= kSeeds; ++seed) {
            recorded.push_back(tuned(shape, seed, kTrialsToAgree));
        }
    }
    // Measured minutes later, when the machine's speed may have changed, and each in new worker processes.
    std::vector<Agreement> seconds;
    std::vector<Agreement> speedups;
    double slowest = 1; // extremes of the clock ratio in all of these
    double quickest = 0;
    for (const auto& [shape, index, was, rate] : recorded) {
        const auto fresh = measuredAnew(taskOf(*shape), index);
        if (!fresh || fresh->error != MeasureError::None) {
            continue;
        }
        seconds.push_back({shape, was.meanCost() / fresh->meanCost(), was.timing.pairs});
        speedups.push_back({shape, was.timing.speedup / fresh->timing.speedup, was.timing.pairs});
        slowest = std::min({slowest, was.timing.pace, fresh->timing.pace});
        quickest = std::max({quickest, was.timing.pace, fresh->timing.pace});
    }
    addAgreement(rows, "agree.speedup", speedups, 2, 5);
    addAgreement(rows, "agree.seconds", seconds, 3, 8);
    rows.push_back(figure("agree.pace", slowest, fmt::format("to {:.2f} while they were measured", quickest)));
    return rows;
}

} // namespace knobscope::bench
