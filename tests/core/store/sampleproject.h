// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectwriter.h"
#include "core/store/taskrow.h"

#include <cstdint>
#include <random>

namespace knobscope::tests {

/// The first 3x3 convolution of ResNet-18: tile_ic, tile_oc, tile_ow, unroll_kw; 980 configs.
inline Task convolution(std::span<const SpaceEdit> edits = {})
{
    const nlohmann::json args = {{"TENSOR", {1, 64, 56, 56}, "float32"},
                                 {"TENSOR", {64, 64, 3, 3}, "float32"},
                                 {1, 1},
                                 {1, 1, 1, 1},
                                 {1, 1},
                                 "NCHW",
                                 "NCHW",
                                 "float32"};
    return makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm").value(), edits).value();
}
inline Task multiplication()
{
    return makeTask("tutorial/matmul", {512, 512, 512, "float32"}, parseTarget("llvm").value()).value();
}

inline int64_t addRun(ProjectWriter& writer, const Task& task, const std::string& label)
{
    RunRow run;
    run.task = writer.addTask(taskRowOf(task, label)).value();
    run.tuner = "random";
    run.state = "finished";
    run.started = 1.7e9;
    run.budget = 100;
    return writer.addRun(run).value();
}

/// A trial of a config: 0 GFLOPS and an error when `message` is not empty.
inline TrialRow trialOf(const Task& task, int64_t number, int64_t config, double gflops, int errorNo = 0,
                        const std::string& message = {})
{
    TrialRow row;
    row.number = number;
    row.index = config;
    row.entity = entityToJson(task.space.at(config).value());
    row.gflops = errorNo == 0 ? gflops : 0;
    row.costs = {errorNo == 0 ? task.autotvmFlops / gflops / 1e9 : 1e9};
    row.speedup = row.gflops / 16;
    row.pace = errorNo == 0 ? 0.75 + 0.05 * static_cast<double>(config % 5) : 0;
    row.errorNo = errorNo;
    row.why = Sentence(message);
    row.timestamp = 1.7e9 + static_cast<double>(number) * 0.25;
    row.buildSeconds = 0.01 + static_cast<double>(config % 7) * 0.001;
    row.runSeconds = 0.02 + static_cast<double>(config % 11) * 0.001;
    return row;
}

/// Random trials of all valid configs; about one in four fails, in three ways.
inline void addRandomTrials(ProjectWriter& writer, int64_t run, const Task& task, int64_t count, unsigned seed, int64_t first = 1)
{
    std::mt19937_64 random(seed);
    const auto below = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
    for (int64_t number = first; number < first + count; ++number) {
        int64_t config = below(task.space.rangeLength());
        while (!task.space.isValid(config)) {
            config = below(task.space.rangeLength());
        }
        const int errorNo = below(4) > 0 ? 0 : 1 + static_cast<int>(below(7));
        const std::string message = errorNo == 0 ? "" : fmt::format("it needs {} bytes, {} are there", 998 + below(4), 512);
        writer.addTrial(run, trialOf(task, number, config, 1 + static_cast<double>(below(50)), errorNo, message));
    }
}

} // namespace knobscope::tests
