// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/store/rows.h" // byHandName

#include <cstdint>
#include <string>

namespace knobscope {

/// Keeps a config that was measured by itself in a project: as the next trial of the task's run by hand, which is made when there
/// is none yet; the run's row. Opens the file by itself, so that it can be called in any thread.
Result<int64_t> keepByHand(const std::string& projectPath, const Task& task, const std::string& label, const ConfigEntity& entity,
                           const MeasureResult& result, const MeasureOptions& measuring);

} // namespace knobscope
