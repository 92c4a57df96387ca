// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <functional>

namespace knobscope {

/// A tuner's parameters with their values.
using TunerValues = std::function<double(const char* name)>;

/// A line of the registry.
struct TunerEntry {
    TunerDescription description;
    std::function<std::unique_ptr<Tuner>(const ConfigSpace& space, uint64_t seed, const TunerValues& values)> make;
};

TunerEntry localSearchTuner();
TunerEntry randomTuner();
TunerEntry gridTuner();
TunerEntry geneticTuner();

} // namespace knobscope
