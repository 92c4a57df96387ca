// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>

namespace knobscope {

class BoundSource;
class FeatureSource;

/// Speed that tuners use: 0 for failures, infinity and NaN.
inline double usableFlops(double flops)
{
    return std::isfinite(flops) && flops > 0 ? flops : 0;
}

/// A config of an earlier run or a log, in FLOP/s; 0 if it failed.
struct EarlierTrial {
    ConfigEntity entity;
    double flops = 0;
};

/// Results of one task, in the order measured.
struct EarlierTask {
    std::shared_ptr<const Task> task; ///< as measured, with its own edits
    std::string label;                ///< display name: "resnet-18:2"
    std::vector<EarlierTrial> trials;
};

/// Everything a tuner may know before its first proposal. Tuners are deterministic: the same context and the same results in the
/// same order give the same proposals.
struct TunerContext {
    const ConfigSpace* space = nullptr; ///< never null, outlives the tuner
    /// Task of the space, for features of loop nests; null if only the space is known. Outlives the tuner.
    const Task* task = nullptr;
    uint64_t seed = 0;
    nlohmann::json parameters = nlohmann::json::object(); ///< numbers, or texts for parameters with choices
    std::vector<EarlierTask> history; ///< to learn from: the same template with other shapes or edits
    /// Features of the configs, shared by tuners of the same task (a replay with many seeds); null: the tuner makes its own.
    std::shared_ptr<FeatureSource> features;
    /// Upper limits of each config's speed, shared by tuners of the same task; null: the tuner makes its own, for a default
    /// machine and one thread.
    std::shared_ptr<BoundSource> bounds;
    std::vector<int> cores; ///< for the tuner's own threads, so that they do not disturb measurements; empty: any
    std::function<void(const Sentence&)> onMessage; ///< receives messages, in the thread that calls the tuner; may be empty
};

} // namespace knobscope
