// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/entity.h"

#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// One knob's value in each of several configs.
struct KnobDifference {
    std::string knob;
    std::vector<std::string> values; ///< as Python prints them, by config; empty where it has no such knob
    bool differs = false;
    friend bool operator==(const KnobDifference&, const KnobDifference&) = default;
};

/// All knobs of the configs, in the order of the first that has them.
std::vector<KnobDifference> diffConfigs(std::span<const ConfigEntity> configs);

} // namespace knobscope
