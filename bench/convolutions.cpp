// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/onednn.h"
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/codegen/llvm/compile.h"
#include "core/loop/loop.h"
#include "core/measure/tensorbuffers.h"
#include "core/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace knobscope::bench {

namespace {

void runSerially(void*, ParallelBody body, void* closure, int64_t extent)
{
    body(closure, 0, extent, 0);
}

/// A config's kernel in this process, ready to be called. Benchmarks run what the workers run; nothing else does.
std::function<void()> kernelOf(KernelLoader& loader, const Task& task, int64_t index)
{
    const auto nest = lowerConfig(task, task.space.at(index).value()).value();
    const auto compiled = compileLoopNest(nest, llvmTargetOf(task.target).value()).value();
    struct State {
        std::unique_ptr<LoadedKernel> kernel;
        std::vector<TensorBuffer> buffers;
        std::vector<void*> arguments;
    };
    auto state = std::make_shared<State>();
    state->kernel = loader.load(compiled).value();
    for (const KernelArgument& argument : compiled.arguments) {
        int64_t elements = 1;
        for (const int64_t extent : argument.shape) {
            elements *= extent;
        }
        state->buffers.push_back(TensorBuffer::allocate(elements * argument.type.bytes()).value());
        fillRandom(state->buffers.back().data(), elements, argument.type, 1);
        state->arguments.push_back(state->buffers.back().data());
    }
    state->buffers.push_back(TensorBuffer::allocate(compiled.workspaceBytes + compiled.threadWorkspaceBytes + 64).value());
    return [state] { state->kernel->function()(state->arguments.data(), state->buffers.back().data(), runSerially, nullptr); };
}

/// The peer's time over ours, timed in turn.
double speedAgainst(const std::function<void()>& ours, const std::function<void()>& peer)
{
    std::vector<double> ratios;
    for (int i = 0; i < 41; ++i) {
        const double p = seconds(peer);
        ratios.push_back(p / seconds(ours));
    }
    return median(ratios);
}

/// Remembers what a run measured.
class Trials : public LoopListener
{
public:
    void trialFinished(const TrialFinished& event) override
    {
        if (event.result.error == MeasureError::None) {
            m_seconds[event.entity.index.value_or(-1)] = event.result.meanCost();
        }
    }
    /// The quickest, quickest first: config and recorded seconds.
    std::vector<std::pair<int64_t, double>> best(size_t count) const
    {
        std::vector<std::pair<int64_t, double>> all(m_seconds.begin(), m_seconds.end());
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        all.resize(std::min(all.size(), count));
        return all;
    }

private:
    std::map<int64_t, double> m_seconds;
};

/// What `knobscope-cli measure` says of a config: alone, in workers of its own; the middle of three.
double freshSeconds(const Task& task, int64_t index)
{
    std::vector<double> times;
    for (int i = 0; i < 3; ++i) {
        auto measurer = makeLocalMeasurer({}).value();
        (void)measurer->submit(1, {taskToJson(task), task.space.at(index).value()});
        for (int wait = 0; wait < 100; ++wait) {
            if (const auto done = measurer->next(std::chrono::milliseconds(100))) {
                times.push_back(done->second.meanCost());
                break;
            }
        }
    }
    return median(times);
}

/// How many times as long as `best` a config takes when the two are timed in turn, in workers of their own. Unlike a time, this
/// holds while the machine changes its pace.
double freshRatio(const Task& task, int64_t index, int64_t best)
{
    auto measurer = makeLocalMeasurer({}).value();
    const auto json = taskToJson(task);
    const MeasureInput pair[]{{json, task.space.at(best).value()}, {json, task.space.at(index).value()}};
    const auto results = measurer->compare(pair);
    return results[1].meanCost() / results[0].meanCost();
}

/// The middle and the worst of recorded values over fresh ones.
void addAgreement(std::vector<Row>& rows, const std::string& name, const std::vector<double>& agreements)
{
    double worst = 0;
    for (const double a : agreements) {
        worst = std::max(worst, std::abs(a - 1) * 100);
    }
    const double middle = median(agreements);
    rows.push_back({name + ".median", middle, "recorded/fresh", "0.97..1.03", std::abs(middle - 1) <= 0.03});
    rows.push_back(below(name + ".worst", worst, fmt::format("% off, of {}", agreements.size()), 10));
}

} // namespace

std::vector<Row> convolutionRows()
{
    auto loader = KernelLoader::create().value();
    std::vector<Row> rows;
    std::vector<double> times;
    std::vector<double> ratios;
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
        const auto peer = onednnConv2d(shape.channels, shape.size, shape.channels, 3, 1, 1);
        ours();
        peer();
        rows.push_back(atLeast(std::string("conv.") + shape.name, speedAgainst(ours, peer), "of oneDNN", shape.target));
        if (shape.size == 56) {
            rows.push_back(atLeast("trials", run.trialsPerSecond, "trials/s", 12));
        }
        const auto best = trials.best(5);
        for (const auto& [index, recorded] : best) {
            times.push_back(recorded / freshSeconds(task.task, index));
            if (index != best.front().first) {
                ratios.push_back(recorded / best.front().second / freshRatio(task.task, index, best.front().first));
            }
        }
    }
    addAgreement(rows, "agree", times);
    addAgreement(rows, "agree.ratio", ratios);
    return rows;
}

} // namespace knobscope::bench
