// SPDX-License-Identifier: GPL-3.0-or-later
// The figures that the project answers for, against oneDNN in the same run: name, value, unit, target, whether it holds.
#include "bench/onednn.h"
#include "bench/rows.h"

#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"
#include "core/loop/loop.h"
#include "core/measure/statistics.h"
#include "core/measure/tensorbuffers.h"
#include "core/task/host.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

using bench::Row;

struct Shape {
    const char* name;
    int64_t channels;
    int64_t size;
    double target; ///< share of oneDNN's speed
};
constexpr Shape shapes[] = {{"64x56x56", 64, 56, 0.95}, {"128x28x28", 128, 28, 0.93}, {"256x14x14", 256, 14, 0.88}, {"512x7x7", 512, 7, 0.80}};

Task taskOf(const Shape& s)
{
    const json args{{"TENSOR", {1, s.channels, s.size, s.size}, "float32"}, {"TENSOR", {s.channels, s.channels, 3, 3}, "float32"}, {1, 1}, {1, 1, 1, 1},
                    {1, 1}, "NCHW", "NCHW", "float32"};
    return makeTask("conv2d_NCHWc.x86", args, hostTarget().value()).value();
}

double seconds(const std::function<void()>& call)
{
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

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

std::vector<Row> convolutions(KernelLoader& loader)
{
    std::vector<Row> rows;
    for (const Shape& shape : shapes) {
        LoopTask task{taskOf(shape), shape.name, {}, {}, 0};
        task.options.tuner = "ga";
        task.options.parameters = {{"pop_size", 20}};
        task.options.trials = 128;
        task.options.seed = 1;
        auto measurer = makeLocalMeasurer({}).value();
        LoopControl control;
        const auto run = tune({task}, *measurer, control, {}).value().front();
        measurer->stop();
        const auto ours = kernelOf(loader, task.task, run.bestIndex);
        const auto peer = bench::onednnConv2d(shape.channels, shape.size, shape.channels, 3, 1, 1);
        ours();
        peer();
        const double ratio = speedAgainst(ours, peer);
        rows.push_back({std::string("conv.") + shape.name, ratio, "of oneDNN", fmt::format(">= {:.2f}", shape.target), ratio >= shape.target});
        std::vector<double> fresh;
        for (int i = 0; i < 31; ++i) {
            fresh.push_back(seconds(ours));
        }
        const double agreement = run.bestSeconds / median(fresh);
        rows.push_back({std::string("agree.") + shape.name, agreement, "recorded/fresh", "0.97..1.03", std::abs(agreement - 1) <= 0.03});
        if (shape.size == 56) {
            rows.push_back({"trials", run.trialsPerSecond, "trials/s", ">= 12", run.trialsPerSecond >= 12});
        }
    }
    return rows;
}

std::vector<Row> compileTimes()
{
    std::vector<double> lowering;
    std::vector<double> codegen;
    std::mt19937_64 random(1);
    auto loader = KernelLoader::create().value();
    const LlvmTarget target = llvmTargetOf(hostTarget().value()).value();
    for (int i = 0; i < 60; ++i) {
        const Task task = taskOf(shapes[i % 4]);
        const auto entity = task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()))).value();
        std::optional<ir::LoopNest> nest;
        lowering.push_back(seconds([&] { nest = lowerConfig(task, entity).value(); }) * 1e3);
        codegen.push_back(seconds([&] { (void)loader->load(compileLoopNest(*nest, target).value()).value(); }) * 1e3);
    }
    const double low = median(lowering);
    const double code = median(codegen);
    return {{"lower", low, "ms, median", "< 2", low < 2}, {"codegen", code, "ms, median", "< 20", code < 20}};
}

std::vector<Row> spaceEdit()
{
    const json args{{"TENSOR", {1, 1024, 7, 7}, "float32"}, {"TENSOR", {2048, 1024, 1, 1}, "float32"}, {1, 1}, {0, 0, 0, 0}, {1, 1}, "float32"};
    const Task task = makeTask("conv2d_nchw.cuda", args, parseTarget("cuda").value()).value();
    const std::vector<SpaceEdit> edits{parseEdit("auto_unroll_max_step+=1024").value()};
    std::vector<double> times;
    for (int i = 0; i < 51; ++i) {
        times.push_back(seconds([&] { (void)applyEdits(task.templateSpace, edits).value().validCount(); }) * 1e3);
    }
    return {{"edit", median(times), "ms, median", "< 1", median(times) < 1}};
}

} // namespace

int main(int argc, char** argv)
{
    // OpenMP reads its environment when it is loaded. One thread is what is compared; more would go on spinning beside us.
    if (!std::getenv("OMP_NUM_THREADS")) {
        setenv("OMP_NUM_THREADS", "1", 1);
        execv("/proc/self/exe", argv);
    }
    std::vector<std::string> names;
    std::string jsonFile;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--json" && i + 1 < argc) {
            jsonFile = argv[++i];
        } else {
            names.emplace_back(argv[i]);
        }
    }
    const auto wanted = [&](const std::string& group) { return names.empty() || std::find(names.begin(), names.end(), group) != names.end(); };
    auto loader = KernelLoader::create();
    if (!loader) {
        std::fprintf(stderr, "knobscope-bench: %s\n", loader.error().message.c_str());
        return 1;
    }
    std::vector<Row> rows;
    const auto add = [&](std::vector<Row> more) { rows.insert(rows.end(), more.begin(), more.end()); };
    if (wanted("edit")) {
        add(spaceEdit());
    }
    if (wanted("compile")) {
        add(compileTimes());
    }
    if (wanted("conv")) {
        add(convolutions(**loader));
    }
#ifdef KNOBSCOPE_HAVE_GUI
    if (wanted("timeline")) {
        add(bench::timelineFigures());
    }
#endif
    std::printf("machine: %s\n%-18s %10s  %-16s %-12s %s\n", hostTarget()->text.c_str(), "name", "value", "unit", "target", "holds");
    json document = json::array();
    for (const Row& r : rows) {
        std::printf("%-18s %10.3f  %-16s %-12s %s\n", r.name.c_str(), r.value, r.unit.c_str(), r.target.c_str(), r.holds ? "yes" : "NO");
        document.push_back({{"name", r.name}, {"value", r.value}, {"unit", r.unit}, {"target", r.target}, {"holds", r.holds}});
    }
    if (!jsonFile.empty()) {
        std::ofstream(jsonFile) << json{{"machine", hostTarget()->text}, {"rows", document}}.dump(1) << "\n";
    }
    return 0;
}
