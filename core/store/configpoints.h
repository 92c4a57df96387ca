// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// Plot data of a run's trials of these configs, in order; reads no wide column.
Result<std::vector<TrialPoint>> pointsOfConfigs(Project& project, int64_t run, std::span<const int64_t> configs);

} // namespace knobscope
