// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/kernelloader.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace knobscope::bench {

/// A row of the table.
struct Row {
    std::string name;
    double value = 0;
    std::string unit;
    std::string target; ///< as text: "< 20"; empty: none
    bool holds = false;
};

/// Makes a row without a target.
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

/// Returns the seconds that a call takes.
inline double seconds(const std::function<void()>& call)
{
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A group of rows, by its name in `./dev bench NAME`.
struct Group {
    const char* name;
    std::vector<Row> (*rows)();
    bool onlyNamed = false; ///< too slow to be part of "all"
};

std::vector<Row> spaceRows();       ///< size of an edited space
std::vector<Row> compileRows();     ///< lowering, IR to loaded code; the graph of a network
std::vector<Row> threadRows();      ///< an empty parallel loop, on two threads
std::vector<Row> modelRows();       ///< cost of fitting and proposing for a run of 1,000 trials; none without XGBoost
std::vector<Row> convolutionRows(); ///< tuned convolutions against oneDNN, trials per second, recorded times against new ones
/// A network's layers, tuned with every template, against oneDNN's direct and Winograd kernels; takes an hour, so it runs only by
/// name. KNOBSCOPE_BENCH_NETWORK (resnet-50) lists networks, or layers of them ("resnet-50:13"); a plus summarises several
/// together, and "@2" runs them on two threads: "resnet-50 resnet-50@2 resnet-18+vgg-16 mobilenet-v1+mobilenet-v2 resnet-50/int8
/// resnet-50/bfloat16" covers every figure with a target. Other settings: KNOBSCOPE_BENCH_TRIALS (192 per layer),
/// KNOBSCOPE_BENCH_THREADS (1) and KNOBSCOPE_BENCH_COLD=1 (tuned with cold weights, timed with empty caches).
std::vector<Row> layerRows();
/// Times of whole networks as a share of ONNX Runtime's, on one thread and two; seconds from process start to the first inference
/// with compiled kernels on disk; memory of a run; and seconds from an ONNX file to its tasks. Needs node and the packages in
/// bench/peers/package.json, so it runs only by name. KNOBSCOPE_BENCH_NETWORK selects networks, KNOBSCOPE_BENCH_PROJECT a project
/// with records to use (else untuned).
std::vector<Row> networkRows();
/// Times of the models in a folder (--models, KNOBSCOPE_BENCH_MODELS: NAME/full.onnx) as a share of ONNX Runtime's, run
/// alternately: one and two threads, batch 1, and 8 where the model leaves the batch open; the geometric mean and the worst of
/// each. Only by name; KNOBSCOPE_BENCH_NETWORK selects models by name, KNOBSCOPE_BENCH_PROJECT as above.
std::vector<Row> modelFileRows();
/// The first finding about random configs, applied and timed in pairs: the share of kernels that become faster, and of predicted
/// gains within 30 % of the measured ones. KNOBSCOPE_BENCH_NETWORK lists tasks ("resnet-18:2"; default: ten),
/// KNOBSCOPE_BENCH_TRIALS the configs of each (20). Only by name.
std::vector<Row> findingRows();
std::vector<Row> cudaRows(); ///< CUDA C and NVRTC over random valid configs of ResNet-50's tasks
// Only if the window is built:
/// The live chart with 100,000 trials, on the offscreen platform: milliseconds from new trials in the project to the painted
/// chart during a run, and per step of panning, which decimates everything again.
std::vector<Row> chartRows();
/// Repainting plots and parallel coordinates of 100,000 points.
std::vector<Row> plotRows();
/// Ten million spans: written by the import's code, opened, panned.
std::vector<Row> timelineFigures();
std::vector<Row> windowStartRows(); ///< from process start to the first paint of the sample project
std::vector<Row> windowEditRows(); ///< from an edit of a knob to the Space view that shows it, and to the views that follow
std::vector<Row> windowSelectionRows(); ///< from selecting or hovering one of 100,000 trials to the last view that shows it
std::vector<Row> windowStallRows(); ///< the longest turn of the event loop during a run
std::vector<Row> windowMemoryRows(); ///< with a million trials and ten million spans open

} // namespace knobscope::bench
