// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/task/task.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// Unit of the speeds of a task's trials. Calls per second are kept in the place of GFLOPS, for tasks of other tuners whose
/// operations are unknown (foreigntask.h).
enum class SpeedUnit : uint8_t { Gflops, CallsPerSecond };

SpeedUnit speedUnitOf(const Task& task);
/// Same; null, an unknown task: GFLOPS.
inline SpeedUnit speedUnitOf(const Task* task)
{
    return task ? speedUnitOf(*task) : SpeedUnit::Gflops;
}
/// Same for a task in taskToJson form.
SpeedUnit speedUnitOf(const nlohmann::json& task);

/// "GFLOPS", "calls/s".
Sentence unitText(SpeedUnit unit);
/// For a column with speeds of several tasks: "GFLOPS", "calls/s", "GFLOPS or calls/s".
Sentence unitText(std::span<const SpeedUnit> units);
/// Same with the way in which operations are counted: "GFLOPS (AutoTVM)".
Sentence countedUnitText(std::span<const SpeedUnit> units);
/// "gflops", "calls_per_second": the member "speeds" of answers in JSON.
const char* toText(SpeedUnit unit);

} // namespace knobscope
