// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h" // kManualTunerName
#include "core/tuning/loop.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// Stores a manually measured config in a project as the next trial of the task's manual run, which is created if missing.
/// Returns the run's row. Opens the file itself; any thread.
Result<int64_t> storeManualTrial(const std::string& projectPath, const Task& task, const std::string& label,
                                 const ConfigEntity& entity, const MeasureResult& result, const MeasureOptions& measuring);

} // namespace knobscope
