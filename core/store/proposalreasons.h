// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// Stored reasons of a run's proposals by trial number, after trial `after`. Runs of earlier versions have none.
Result<std::map<int64_t, nlohmann::json>> proposalReasons(Project& project, int64_t run, int64_t after = 0);

} // namespace knobscope
