// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/speedunit.h"

#include "core/base/member.h"
#include "core/task/foreigntask.h"

#include <algorithm>

namespace knobscope {

namespace {

Sentence unitText(std::span<const SpeedUnit> units, const char* gflops)
{
    const auto calls = std::ranges::count(units, SpeedUnit::CallsPerSecond);
    return calls == 0                         ? Sentence(gflops)
         : calls == std::ranges::ssize(units) ? unitText(SpeedUnit::CallsPerSecond)
                                              : phrase("{} or {}", Sentence(gflops), unitText(SpeedUnit::CallsPerSecond));
}

} // namespace

SpeedUnit speedUnitOf(const Task& task)
{
    return hasOperations(task) ? SpeedUnit::Gflops : SpeedUnit::CallsPerSecond;
}

SpeedUnit speedUnitOf(const nlohmann::json& task)
{
    const bool isForeign = task.is_object() && task.contains("space");
    return isForeign && memberOr(task, "operations", 0.0) <= 0 ? SpeedUnit::CallsPerSecond : SpeedUnit::Gflops;
}

Sentence unitText(SpeedUnit unit)
{
    return unit == SpeedUnit::Gflops ? Sentence("GFLOPS") : phrase("calls/s");
}

Sentence unitText(std::span<const SpeedUnit> units)
{
    return unitText(units, "GFLOPS");
}

Sentence countedUnitText(std::span<const SpeedUnit> units)
{
    return unitText(units, "GFLOPS (AutoTVM)");
}

const char* toText(SpeedUnit unit)
{
    return unit == SpeedUnit::Gflops ? "gflops" : "calls_per_second";
}

} // namespace knobscope
