// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kerneljson.h"
#include "core/measure/channel.h"
#include "core/measure/measurer.h"

namespace knobscope {

nlohmann::json stagesToJson(const std::vector<StageTime>& stages);
/// What is no stage is left out.
std::vector<StageTime> stagesFromJson(const nlohmann::json& json);
/// {"speedup", "speedup_interval", "pace", "seconds_now", "ratio", "pairs", "candidate", "partner"}, and "impossible" where
/// it is
nlohmann::json timingToJson(const Timing& timing);
/// What is missing or of another type keeps its default.
Timing timingFromJson(const nlohmann::json& json);
nlohmann::json optionsToJson(const MeasureOptions& options);
/// The same.
MeasureOptions optionsFromJson(const nlohmann::json& json);

/// An answer that says what went wrong: {"error", "message"}.
Message verdict(MeasureError error, const Sentence& why);

/// Opens a step now; finish() closes it. For the timeline: which function of which file ran, and when.
class StageClock
{
public:
    explicit StageClock(std::string name, const char* function = __builtin_FUNCTION(), const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());
    StageTime finish() const;

private:
    StageTime m_stage;
    double m_started = 0; ///< by the steady clock
};
/// Unix seconds with microseconds, for time stamps: this clock may jump.
double unixTime();
/// Seconds by a clock that never jumps, for durations alone: it counts from anywhere.
double steadySeconds();

} // namespace knobscope
