// SPDX-License-Identifier: GPL-3.0-or-later
// Code for NVIDIA GPUs, generated without a GPU: CUDA C of random configs of ResNet-50's tasks, and NVRTC builds per second.
#include "bench/rows.h"

#include "core/base/statistics.h"
#include "core/codegen/cuda/cudasource.h"
#include "core/network/extract.h"
#include "core/target/knowndevices.h"
#include "core/task/devicecode.h"
#include "core/task/gpulimits.h"
#include "core/task/task.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <random>
#include <thread>

namespace knobscope::bench {

namespace {

constexpr int programs = 64;          // number of random valid configs
constexpr double buildSeconds = 20;   // for NVRTC
constexpr const char* targetText = "cuda -arch=sm_90";

std::vector<Task> tasksOfResnet50()
{
    const Target target = parseTarget(targetText).value();
    const auto networks = loadNetworks().value();
    std::vector<Task> out;
    const ExtractedTasks extracted = extractTasks(findNetwork(networks, "resnet-50").value(), target).value();
    for (const NetworkTask& item : extracted.tasks) {
        out.push_back(makeTask(item.task, item.args, target).value());
    }
    return out;
}

struct Timed {
    std::vector<ir::DeviceProgram> programs;
    std::vector<double> lowering; ///< ms
    std::vector<double> printing; ///< ms
    size_t bytes = 0;
};

/// Lowers and prints random configs within the device's limits.
Timed randomPrograms(const std::vector<Task>& tasks)
{
    const DeviceDescription device = findKnownDevice("h200").value();
    Timed out;
    std::mt19937_64 random(50);
    for (int attempt = 0; attempt < programs * 200 && out.programs.size() < programs; ++attempt) {
        const Task& task = tasks[static_cast<size_t>(attempt) % tasks.size()];
        const auto entity = task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength())));
        if (!entity) {
            continue;
        }
        std::optional<ir::DeviceProgram> program;
        const double low = seconds([&] {
            if (auto lowered = lowerDeviceConfig(task, *entity)) {
                program = std::move(*lowered);
            }
        });
        if (!program || !checkProgramLimits(*program, *entity, device)) {
            continue;
        }
        out.lowering.push_back(low * 1e3);
        out.printing.push_back(seconds([&] { out.bytes += cudaSource(*program).value().size(); }) * 1e3);
        out.programs.push_back(std::move(*program));
    }
    return out;
}

struct BuildRate {
    double aSecond = 0;    ///< wall-clock rate, with two threads
    double cpuSeconds = 0; ///< of one build, independent of other load
};

double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Builds the programs in order until the time is up.
BuildRate buildRate(const std::vector<ir::DeviceProgram>& all, const DeviceCompiler& compiler, bool quick)
{
    std::atomic<size_t> next{0};
    std::atomic<int> built{0};
    std::atomic<int> failed{0};
    std::atomic<double> cpu{0};
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    const auto work = [&] {
        const double before = threadSeconds();
        while (elapsed() < buildSeconds) {
            const ir::DeviceProgram& program = all[next++ % all.size()];
            (compiler.compile(program, {{90}, DeviceImageFormat::Cubin, quick}) ? built : failed) += 1;
        }
        cpu += threadSeconds() - before;
    };
    std::thread second(work);
    work();
    second.join();
    if (failed > 0) {
        std::fprintf(stderr, "%d of %d programs did not compile\n", failed.load(), failed + built);
    }
    return {built / elapsed(), cpu / std::max(1, built.load())};
}

} // namespace

std::vector<Row> cudaRows()
{
    const Timed timed = randomPrograms(tasksOfResnet50());
    if (timed.programs.empty()) {
        return {};
    }
    std::vector<Row> rows{below("cuda_source", median(timed.printing), "ms, median", 5),
                          {"cuda_lower", median(timed.lowering), "ms, median", "", true}};
    const DeviceCompiler compiler = DeviceCompiler::find();
    if (compiler.nvrtc()) {
        const BuildRate full = buildRate(timed.programs, compiler, false);
        rows.push_back(atLeast("nvrtc_builds", full.aSecond, "a second", 6));
        rows.push_back({"nvrtc_cpu", full.cpuSeconds * 1e3, "ms a build", "", true});
        const BuildRate quick = buildRate(timed.programs, compiler, true);
        rows.push_back({"nvrtc_builds_quick", quick.aSecond, "a second", "", true});
        rows.push_back({"nvrtc_cpu_quick", quick.cpuSeconds * 1e3, "ms a build", "", true});
    } else {
        std::fprintf(stderr, "%s\n", compiler.nvrtc().error().message.c_str());
    }
    return rows;
}

} // namespace knobscope::bench
