// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kerneljson.h"
#include "core/timing/measurer.h"
#include "core/worker/channel.h"

namespace knobscope {

nlohmann::json stagesToJson(const std::vector<StageTime>& stages);
/// Skips malformed entries.
std::vector<StageTime> stagesFromJson(const nlohmann::json& json);
/// {"speedup", "speedup_interval", "pace", "seconds_now", "ratio", "pairs", "candidate", "partner"}, and "impossible" if set
nlohmann::json timingToJson(const Timing& timing);
/// Missing members, and ones of another type, keep their defaults.
Timing timingFromJson(const nlohmann::json& json);
nlohmann::json optionsToJson(const MeasureOptions& options);
/// Missing members, and ones of another type, keep their defaults.
MeasureOptions optionsFromJson(const nlohmann::json& json);

/// Error answer: {"error", "message"}.
Message statusMessage(MeasureError error, const Sentence& why);

/// Records one step for the timeline, from construction to finish(), with the calling function, file and line.
class StageClock
{
public:
    explicit StageClock(std::string name, const char* function = __builtin_FUNCTION(), const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());
    StageTime finish() const;

private:
    StageTime m_stage;
    double m_started = 0; ///< steady clock
};
/// Unix seconds with microseconds, for timestamps; this clock may jump.
double unixTime();
/// Seconds of the steady clock, with an arbitrary origin; for durations only.
double steadySeconds();

} // namespace knobscope
