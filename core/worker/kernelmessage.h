// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"
#include "core/codegen/kerneljson.h"
#include "core/timing/trialtimer.h"
#include "core/worker/channel.h"

namespace knobscope {

/// Options that a worker needs.
void visitMembers(MaybeConst<MeasureOptions> auto& o, const auto& visit)
{
    visit("number", o.number);
    visit("repeat", o.repeat);
    visit("min_repeat_ms", o.minRepeatMs);
    visit("cooldown", o.cooldownSeconds);
    visit("timeout", o.timeoutSeconds);
    visit("cut_off", o.cutOff);
    visit("flush", o.cacheFlush);
    visit("cold_weights", o.coldWeights);
    visit("check", o.check);
    visit("threads", o.threads);
    visit("paired", o.paired);
    visit("thorough", o.thorough);
    visit("seed", o.seed);
    visit("device", o.device);
    visit("n_parallel", o.nParallel);
    visit("memory_limit", o.memoryLimitBytes);
}

void visitMembers(MaybeConst<Timing> auto& t, const auto& visit)
{
    visit("speedup", t.speedup);
    visit("speedup_interval", JsonList(t.speedupLow, t.speedupHigh));
    visit("pace", t.pace);
    visit("seconds_now", t.secondsNow);
    visit("ratio", t.ratio);
    visit("uncertainty", t.uncertainty, JsonMember::OmitIfUnset);
    visit("tied", t.isTied, JsonMember::OmitIfUnset);
    visit("tied_with", t.tiedWith, JsonMember::OmitIfUnset);
    visit("share", t.share, JsonMember::OmitIfUnset);
    visit("pairs", t.pairs);
    visit("candidate", t.candidate);
    visit("partner", t.partner);
    visit("impossible", t.isImpossible, JsonMember::OmitIfUnset);
}

/// References in a request, by the keys of their kernels.
using ReferenceKeys = References<std::string>;

void visitMembers(MaybeConst<ReferenceKeys> auto& r, const auto& visit)
{
    visit("anchor", r.anchor);
    visit("anchor_seconds", r.anchorSeconds);
    visit("may_be_corrected", r.mayBeCorrected);
    visit("best", r.best);
    visit("best_speedup", r.bestSpeedup);
}

void visitElements(MaybeConst<StageTime> auto& s, const auto& visit)
{
    visit(s.name, s.start, s.seconds, s.function, s.file, s.line, s.pid, s.tid);
}

/// Missing members, and ones of another type, keep their defaults; the others are limited, because a project may be untrusted.
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
