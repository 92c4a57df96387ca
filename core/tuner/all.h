// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <functional>

/// Every tuner by the function that makes its entry, in the order in which they are listed. A new one is its file and a line
/// here.
// clang-format off
#define KNOBSCOPE_TUNERS(TUNER) \
    TUNER(randomTuner) \
    TUNER(gridTuner) \
    TUNER(geneticTuner) \
    TUNER(localSearchTuner) \
    TUNER(bayesTuner) \
    TUNER(dropletTuner) \
    TUNER(banditTuner) \
    TUNER(xgbTuner) \
    TUNER(modelTuner)
// clang-format on

namespace knobscope {

/// A tuner's parameters with their values; of one with choices, the place of the word.
using TunerValues = std::function<double(const char* name)>;

/// A line of the registry.
struct TunerEntry {
    TunerDescription description;
    /// The context is the caller's: what is needed of it later is copied, except for the space and the task.
    std::function<std::unique_ptr<Tuner>(const TunerContext& context, const TunerValues& values)> make;
    bool needsCostModel = false; ///< there is none in a build without XGBoost
};

#define DECLARE(function) TunerEntry function();
KNOBSCOPE_TUNERS(DECLARE)
#undef DECLARE

} // namespace knobscope
