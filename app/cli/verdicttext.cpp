// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verdicttext.h"

#include <cmath>

namespace knobscope::cli {

namespace {

std::string runsText(const Verdict& v)
{
    return v.leaderRuns == v.otherRuns ? fmt::format("{} runs each", v.leaderRuns)
                                       : fmt::format("{} and {} runs", v.leaderRuns, v.otherRuns);
}

std::string measuredText(const TaskComparison& task, const Verdict& v)
{
    const std::string& leader = task.groups[v.leader].name;
    const std::string& other = task.groups[v.other].name;
    if (v.byFinal) {
        return fmt::format("{} ends at {:.1f} GFLOPS, {} at {:.1f} (median of {}", leader, v.leaderValue, other, v.otherValue,
                           runsText(v));
    }
    return fmt::format(
        "{} reaches {:.0f} % of the best in {:g} trials, {} {} (median of {}", leader, verdictShare * 100, v.leaderValue, other,
        std::isinf(v.otherValue) ? std::string("in no more than half of its runs") : fmt::format("in {:g}", v.otherValue),
        runsText(v));
}

} // namespace

std::string verdictText(const TaskComparison& task, const Verdict& v)
{
    const std::string& leader = task.groups[v.leader].name;
    const std::string& other = task.groups[v.other].name;
    switch (v.kind) {
    case Verdict::Kind::TooFewRuns:
        return fmt::format(
            "On {}, no difference can be claimed between {} and {}: {} runs against {}; at least {} of each are needed.",
            task.label, leader, other, v.leaderRuns, v.otherRuns, v.runsNeeded);
    case Verdict::Kind::NothingWorked:
        return fmt::format("On {}, {} cannot be compared with {}: none of its trials succeeded.", task.label, other, leader);
    case Verdict::Kind::NoDifference:
        return fmt::format("On {}, {}; p = {:.2g}): no difference can be claimed.", task.label, measuredText(task, v), v.pValue);
    case Verdict::Kind::Faster:
        return fmt::format("On {}, {}; p = {:.2g}): {} is faster here.", task.label, measuredText(task, v), v.pValue, leader);
    case Verdict::Kind::Better:
        return fmt::format("On {}, {}; p = {:.2g}): {} is better here.", task.label, measuredText(task, v), v.pValue, leader);
    }
    return {};
}

} // namespace knobscope::cli
