// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <functional>

/// Lists the function that returns each tuner's entry, in display order. To add a tuner, write its file and add a line here.
// clang-format off
#define KNOBSCOPE_TUNERS(TUNER) \
    TUNER(randomTuner) \
    TUNER(gridTuner) \
    TUNER(geneticTuner) \
    TUNER(localSearchTuner) \
    TUNER(bayesTuner) \
    TUNER(dropletTuner) \
    TUNER(xgbTuner) \
    TUNER(modelTuner)
// clang-format on

namespace knobscope {

/// Returns the value of a tuner's parameter; for a parameter with choices, the index of the choice.
using TunerValues = std::function<double(const char* name)>;

/// An entry of the registry.
struct TunerEntry {
    TunerDescription description;
    /// The caller owns the context: the tuner copies what it needs later, except for the space and the task.
    std::function<std::unique_ptr<Tuner>(const TunerContext& context, const TunerValues& values)> make;
    bool needsCostModel = false; ///< not available in a build without XGBoost
};

#define DECLARE(function) TunerEntry function();
KNOBSCOPE_TUNERS(DECLARE)
#undef DECLARE

} // namespace knobscope
