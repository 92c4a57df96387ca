// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/layoutquestion.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// A config that a step could have for other layouts.
struct StepAlternative {
    ValueLayout data, output;
    std::string dataText, outputText; ///< "NCHW16c"
    std::string task;                 ///< the template
    double seconds = 0;               ///< alone, at full pace; 0: untuned
};

/// One call of a network's program, as others see it.
struct NetworkStep {
    std::string name;   ///< the graph's node
    std::string op;     ///< "Conv + Add + Relu"; "layout" where a value is laid out anew
    std::string kind;   ///< "kernel", "copy", or "operator": computed by its definition, without a kernel
    std::string layout; ///< of what it makes
    std::string task;   ///< the template of a sum of products; empty for others
    double flops = 0;   ///< plain ones; 0: not counted
    double knownSeconds = 0; ///< what this kernel was known to take (NetworkOpening::known); 0: it is untuned
    std::vector<StepAlternative> alternatives; ///< of a tuned sum of products, its own among them, quickest first
    int chosen = -1;                           ///< which of them
    nlohmann::json config; ///< of a sum of products [template, arguments, entity], as in NetworkOpening::known; null for others
};

/// What a network's program consists of.
struct NetworkReport {
    std::string network;
    int threads = 1;
    std::vector<NetworkStep> steps;
    int kernels = 0;              ///< distinct ones
    int tuned = 0, untuned = 0;   ///< sums of products by recorded and by fallback configs
    std::string method;           ///< how layouts were chosen: "exact", "pbqp", "per layer", …
    bool isProven = false;        ///< nothing cheaper exists, by what is known of kernels and transforms
    double predictedSeconds = 0;  ///< kernels as they were measured, and transforms
    double quickestSeconds = 0;   ///< the same of the quickest kernel of each layer
    double freeSeconds = 0;       ///< predicted if no layouts were held
    int transforms = 0;           ///< values that are laid out anew
    int64_t weightBytes = 0;      ///< as runs read them: packed, or made of them beforehand
    int64_t arenaBytes = 0;       ///< for values between steps, and scratch memory of steps …
    int64_t leastArenaBytes = 0;  ///< … of which as much as this is needed at once
    double openSeconds = 0;       ///< reading, passes, choosing
    double compileSeconds = 0;    ///< kernels, loading them, preparing weights …
    double lowerSeconds = 0;      ///< … of which loop nests and packed weights, …
    double generateSeconds = 0;   ///< … code, and …
    int cachedKernels = 0;        ///< … as many of the kernels were compiled another time
    std::string cacheTrouble;     ///< why compiled kernels are not kept; empty where they are, or were not to be
};

nlohmann::json reportToJson(const NetworkReport& report);
/// Refuses what is none.
Result<NetworkReport> reportFromJson(const nlohmann::json& json);
/// [[shape, block before, block after, seconds]]
nlohmann::json transformsToJson(const std::vector<TimedTransform>& transforms);
/// Where a project keeps the transforms that were timed for a target and so many threads.
std::string transformsKey(const std::string& target, int threads);
/// What is none is left out.
std::vector<TimedTransform> transformsFromJson(const nlohmann::json& json);

} // namespace knobscope
