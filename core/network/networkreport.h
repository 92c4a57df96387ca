// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"
#include "core/network/layoutquestion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Another config for a step, with other layouts.
struct StepAlternative {
    ValueLayout data, output;
    std::string dataText, outputText; ///< "NCHW16c"
    std::string task;                 ///< name of the template
    double seconds = 0;               ///< by itself, at full machine speed; 0: untuned
};

/// One call of a network's program, as reported.
struct NetworkStep {
    std::string name;   ///< name of the graph's node
    std::string op;     ///< "Conv + Add + Relu"; "layout" for a layout transform
    std::string kind;   ///< "kernel", "copy", or "operator": computed by its definition, without a kernel
    std::string layout; ///< of its output
    std::string shape;  ///< of a sum of products, as its workload's text; of other steps, of their output: "197x192"
    std::string task;   ///< the template of a sum of products; empty for others
    std::string offered; ///< a template that computes it, where its untuned kernel is of none (candidatesOf); else empty
    double flops = 0;   ///< plain operations (StepWork); 0: none, or not counted
    double leastFlops = 0; ///< operations that its template needs at least (minOperations): fewer for Winograd
    double bytes = 0;   ///< of its operands, each read or written once …
    double weightBytes = 0; ///< … of which weights
    bool dependsOnData = false; ///< of the dynamic tail: its work is unknown, so that it has no bound
    double knownSeconds = 0; ///< measured time of this kernel (NetworkOpening::known); 0: untuned
    std::vector<StepAlternative> alternatives; ///< for a tuned sum of products, including its own config, fastest first
    int chosen = -1;                           ///< index in `alternatives`
    nlohmann::json config; ///< for a sum of products [template, arguments, entity], as in NetworkOpening::known; null for others

    bool isTransform() const { return op == "layout"; }
    /// False as well for a step whose untuned kernel is of no template: tuning gives it one.
    bool hasTemplate() const { return !task.empty() || !offered.empty(); }
    /// "Softmax" of "Softmax + Mul".
    std::string mainOperator() const { return op.substr(0, op.find(" + ")); }
};

/// Description of a network's program.
struct NetworkReport {
    std::string network;
    int threads = 1;
    std::vector<NetworkStep> steps;
    int kernels = 0; ///< distinct kernels
    int tuned = 0, untuned = 0; ///< sums of products with measured and with fallback configs
    std::string method; ///< method of choosing layouts: "exact", "pbqp", "per layer", …
    bool isProven = false; ///< proven optimal for the known times of kernels and transforms
    double predictedSeconds = 0; ///< measured kernels and transforms
    double fastestSeconds = 0; ///< the same for the fastest kernel of each layer
    double freeSeconds = 0; ///< predicted without fixed layouts
    int transforms = 0; ///< number of layout transforms
    int64_t weightBytes = 0; ///< weights that runs read: packed or precomputed
    int64_t arenaBytes = 0; ///< for values between steps, and scratch memory of steps
    int64_t leastArenaBytes = 0; ///< the most that is in use at once
    double openSeconds = 0; ///< reading, passes, choosing
    double compileSeconds = 0; ///< compiling and loading kernels, preparing weights; includes …
    double lowerSeconds = 0; ///< … loop nests and packed weights, …
    double generateSeconds = 0; ///< … code generation
    int cachedKernels = 0; ///< kernels found in the cache
    std::string cacheError; ///< why compiled kernels are not cached; empty if they are, or if caching is off
};

nlohmann::json reportToJson(const NetworkReport& report);
/// Returns an error for invalid JSON.
Result<NetworkReport> reportFromJson(const nlohmann::json& json);
void visitElements(MaybeConst<FixedLayout> auto& one, const auto& visit)
{
    visit(one.node, one.data.block, one.output.block);
}

void visitElements(MaybeConst<TimedTransform> auto& one, const auto& visit)
{
    visit(one.shape, one.from.block, one.to.block, one.seconds);
}

/// Key under which a project stores the timed transforms of a target and a number of threads.
std::string transformsKey(const std::string& target, int threads);

} // namespace knobscope
