// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/stepbound.h"

namespace knobscope {

/// A finding about a group of steps (groupSteps), from the advice for it.
struct NetworkFinding {
    StepAdvice::Kind kind = StepAdvice::Kind::None;
    std::string step; ///< name of the first step of its kind
    size_t steps = 1;
    Sentence text; ///< "Conv + Relu (4 steps) is not tuned."
    Sentence evidence; ///< its time, its share of the network and its bound
    Sentence change; ///< what to do and what it saves at most
    double gain = 1; ///< how many times as fast the network can become by it at most
};

/// Up to five findings, the largest gain first. `limits`: nullopt: the bounds of the steps are unknown, and so are most gains.
std::vector<NetworkFinding> networkFindings(const NetworkReport& report, std::span<const double> stepSeconds,
                                            const std::optional<NetworkLimits>& limits);

/// {"text", "evidence", "change": {"text", "step"}, "gain"}
nlohmann::json networkFindingToJson(const NetworkFinding& finding);

} // namespace knobscope
