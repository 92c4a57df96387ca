// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/kernelloader.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace knobscope::bench {

/// A line of the table.
struct Row {
    std::string name;
    double value = 0;
    std::string unit;
    std::string target; ///< in words: "< 20"; empty: none
    bool holds = false;
};

/// Without a target.
inline Row figure(std::string name, double value, std::string unit)
{
    return {std::move(name), value, std::move(unit), "", true};
}
inline Row below(std::string name, double value, std::string unit, double limit)
{
    return {std::move(name), value, std::move(unit), fmt::format("< {:g}", limit), value < limit};
}
inline Row atLeast(std::string name, double value, std::string unit, double limit)
{
    return {std::move(name), value, std::move(unit), fmt::format(">= {:g}", limit), value >= limit};
}

/// Seconds that a call takes.
inline double seconds(const std::function<void()>& call)
{
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A group of rows, by the name that `./dev bench NAME` takes.
struct Group {
    const char* name;
    std::vector<Row> (*rows)();
    bool onlyNamed = false; ///< takes too long to be among "all"
};

std::vector<Row> spaceRows();       ///< size of an edited space
std::vector<Row> compileRows();     ///< lowering, IR to loaded code; a network's graph
std::vector<Row> threadRows();      ///< a parallel loop without work, on two threads
std::vector<Row> modelRows();       ///< what fitting and proposing cost of a run of 1,000 trials; none without XGBoost
std::vector<Row> convolutionRows(); ///< tuned convolutions against oneDNN, trials a second, recorded times against fresh ones
/// A network's layers, tuned with every template, against oneDNN's direct and Winograd kernels; an hour, so only when it is
/// named. KNOBSCOPE_BENCH_NETWORK (resnet-50) lists networks, or layers of them ("resnet-50:13"); those joined by a plus are
/// summed up together, and "@2" runs them on two threads: "resnet-50 resnet-50@2 resnet-18+vgg-16 mobilenet-v1+mobilenet-v2
/// resnet-50/int8 resnet-50/bfloat16" is every figure that has a target. KNOBSCOPE_BENCH_TRIALS (192 a layer),
/// KNOBSCOPE_BENCH_THREADS (1) and KNOBSCOPE_BENCH_COLD=1 (tuned with cold weights, timed with all caches empty) choose, too.
std::vector<Row> layerRows();
/// Whole networks' time as a share of ONNX Runtime's, one thread and two, and the seconds from nothing to the first inference
/// where kernels were compiled before, the memory of a run, and the seconds from an ONNX file to its tasks; needs node and what
/// bench/peers/package.json names, so only when it is named. KNOBSCOPE_BENCH_NETWORK chooses networks, KNOBSCOPE_BENCH_PROJECT a
/// project whose records are taken (else untuned).
std::vector<Row> networkRows();
std::vector<Row> cudaRows();        ///< CUDA C and NVRTC over random valid configs of ResNet-50's tasks
// Where the window is built:
/// The live chart with 100,000 trials, on the offscreen platform: milliseconds from new trials in the project to the painted
/// picture while a run goes on, and for a step of panning, where everything is thinned anew.
std::vector<Row> chartRows();
/// Plots and parallel coordinates of 100,000 points, painted anew.
std::vector<Row> plotRows();
/// Ten million spans: written as an import writes them, opened, panned.
std::vector<Row> timelineFigures();
std::vector<Row> windowStartRows();     ///< from the process to the first picture of the sample project
std::vector<Row> windowEditRows();      ///< from an edit of a knob to the new number of configs on screen
std::vector<Row> windowSelectionRows(); ///< from choosing or pointing at one of 100,000 trials to the last view that shows it
std::vector<Row> windowStallRows();     ///< the longest turn of the event loop while a run goes on
std::vector<Row> windowMemoryRows();    ///< with a million trials and ten million spans open

} // namespace knobscope::bench
