// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/network/networkreport.h"
#include "core/worker/machinepeak.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// Least time of a step on this machine, and what limits it.
struct StepBound {
    double seconds = 0;
    bool isMemory = false; ///< bound by memory, else by compute

    /// "memory" or "compute", which is the message of the translatable phrase.
    Sentence name() const { return isMemory ? phrase("memory") : phrase("compute"); }
};

/// Rates of this machine that limit a network's steps.
struct NetworkLimits {
    MachinePeak peak;
    int64_t cacheBytes = 0; ///< of the last-level cache
};
/// The measured peak (measureMachinePeak), raised to the best rate seen on this machine and to that of the network's fastest
/// step: on a busy machine less is measured than can be reached. `stepSeconds`: of the report's steps. `worker`: as for
/// findWorker.
Result<NetworkLimits> networkLimits(const NetworkReport& report, std::span<const double> stepSeconds, const std::string& worker);

/// The longer of the time for the step's operations at the measured peak and for moving its operands once: weights at memory
/// speed if the network's weights exceed the cache, other operands if they alone exceed it, and the rest at the cache's speed.
/// Nullopt for a step whose work depends on data.
std::optional<StepBound> boundOf(const NetworkStep& step, const NetworkReport& report, const NetworkLimits& limits);

/// Ways to make a step faster.
struct StepAdvice {
    enum class Kind : uint8_t { None, Tune, OtherLayout, NoTemplate } kind = Kind::None;
    double gainSeconds = 0; ///< at most, by the bound or by the alternative; 0: unknown
    Sentence text;          ///< empty for None
};
/// `bound`: nullopt: unknown. `networkSeconds`: sum of all steps. `count`: number of steps that are like `step`, of which
/// `seconds` and `bound` are the sums.
StepAdvice adviceFor(const NetworkStep& step, double seconds, const std::optional<StepBound>& bound, double networkSeconds,
                     size_t count = 1);

/// Share of the peak that a network reaches in `seconds`, by the operations that its kernels need at least; 0: unknown.
double peakShare(const NetworkReport& report, double seconds, const std::optional<NetworkLimits>& limits);

/// A row for each step in order: time, share of the network, whether it is tuned, share of the peak, bound, distance to it, and
/// advice; for programs also what bounds it in seconds. `limits`: nullopt leaves the figures that need them out.
Table stepTable(const NetworkReport& report, std::span<const double> stepSeconds, const std::optional<NetworkLimits>& limits);

using OperatorTime = std::pair<std::string, double>; ///< "Conv", and seconds
/// Sums of the steps by their main operator, the largest first; of those that `counts` returns true for, if it is given.
std::vector<OperatorTime> timesByOperator(const NetworkReport& report, std::span<const double> stepSeconds,
                                          const std::function<bool(const NetworkStep&)>& counts = {});
/// "No template: 34.2 % of the network (Softmax 20.1 %, LayerNormalization 8.0 %, …)."; empty if all steps have one. Layout
/// transforms do not count.
Sentence withoutTemplateSentence(const NetworkReport& report, std::span<const double> stepSeconds);

} // namespace knobscope
