// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <functional>

namespace knobscope {

/// A tuner's parameters with their values; of one with choices, the place of the word.
using TunerValues = std::function<double(const char* name)>;

/// A line of the registry.
struct TunerEntry {
    TunerDescription description;
    /// The context is the caller's: what is needed of it later is copied, except for the space and the task.
    std::function<std::unique_ptr<Tuner>(const TunerContext& context, const TunerValues& values)> make;
};

TunerEntry localSearchTuner();
TunerEntry randomTuner();
TunerEntry gridTuner();
TunerEntry geneticTuner();
TunerEntry bayesTuner();
TunerEntry dropletTuner();
TunerEntry banditTuner();
/// With a cost model: makeTuner refuses them in a build without XGBoost.
TunerEntry xgbTuner();
TunerEntry modelTuner();

} // namespace knobscope
