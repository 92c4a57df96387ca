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

/// FLOP/s to go by: 0 of a failure, and of what is no number.
inline double usableFlops(double flops)
{
    return std::isfinite(flops) && flops > 0 ? flops : 0;
}

/// A config of an earlier run or of a log. FLOP/s, 0 when it failed.
struct EarlierTrial {
    ConfigEntity entity;
    double flops = 0;
};

/// What was measured of one task, in the order measured.
struct EarlierTask {
    std::shared_ptr<const Task> task; ///< as it was measured, with its own edits
    std::string label;                ///< for people: "resnet-18:2"
    std::vector<EarlierTrial> trials;
};

/// Everything a tuner may know before its first proposal. A tuner is pure given this: the same context and the same results in
/// the same order give the same proposals.
struct TunerContext {
    const ConfigSpace* space = nullptr; ///< never null, outlives the tuner
    /// What the space belongs to, for features of loop nests; null where only the space is known. Outlives the tuner.
    const Task* task = nullptr;
    uint64_t seed = 0;
    nlohmann::json parameters = nlohmann::json::object(); ///< numbers, or words where a parameter has choices
    std::vector<EarlierTask> history; ///< to learn from; of the same template, other shapes or edits
    /// Features of the configs, kept between tuners of the same task (a replay with many seeds); null: the tuner's own.
    std::shared_ptr<FeatureSource> features;
    /// How fast each config can be at most, shared by tuners of the same task; null: the tuner makes what it needs, for a usual
    /// machine and one thread.
    std::shared_ptr<BoundSource> bounds;
    std::vector<int> cores; ///< where a tuner's own threads may run, so that none disturbs what is measured; empty: anywhere
    std::function<void(const Sentence&)> say; ///< hears one at a time, in the thread that calls the tuner; may be empty
};

} // namespace knobscope
