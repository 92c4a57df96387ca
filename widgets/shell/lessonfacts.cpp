// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/lessonfacts.h"

#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"
#include "widgets/views/lab/labview.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/workshop/workshopview.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

/// Trials that each tuner needed for 95 % of the best in the lab's last comparison.
void addLab(const LabView& lab, LessonState& state)
{
    const LabResults::Outcome& result = lab.result();
    if (!result || !result->isWhole) {
        return;
    }
    state["lab_spaces"] = std::ssize(result->spaces);
    state["lab_seeds"] = result->seeds;
    for (const OverallStanding& tuner : result->overall) {
        state["lab." + tuner.tuner] = std::llround(std::ceil(tuner.trialsTo[kRankingShare].median));
    }
}

/// The schedule in the workshop, as far as it is analysed and timed.
void addSchedule(const WorkshopView& workshop, LessonState& state)
{
    const ScheduleAnalysis& analysis = workshop.analysis();
    state["schedule_lines"] = static_cast<int64_t>(analysis.text.stepCount());
    state["schedule_knobs"] = std::ssize(analysis.text.knobs);
    for (const PrimitiveLine& line : analysis.text.lines) {
        state["schedule_has_" + line.call.text] += line.isEnabled ? 1 : 0;
    }
    if (!analysis.stairs) {
        return;
    }
    const Staircase& stairs = *analysis.stairs;
    const StairStep& last = stairs.steps.back();
    state["schedule_valid"] = stairs.isValid() ? 1 : 0;
    const auto isOpen = [](const StairStep& step) { return step.state == StairStep::State::Ready; };
    state["schedule_timed"] = stairs.isValid() && std::ranges::none_of(stairs.steps, isOpen) ? 1 : 0;
    state["schedule_right"] = stairs.isValid() && stairs.isRight() ? 1 : 0;
    state["schedule_microseconds"] = std::llround(last.seconds * 1e6);
    state["schedule_speedup"] = std::llround(last.speedup * 100);
    state["schedule_step_speedup"] = std::llround(last.gain * 100);
    state["schedule_share_of_peak"] = std::llround(workshop.shareOfPeak() * 100);
}

} // namespace

LessonState lessonFacts(const MainWindow& window)
{
    LessonState state;
    for (const auto& [id, view] : window.views()) {
        state["view." + id.toStdString()] = isInSight(*view) ? 1 : 0;
    }
    addLab(window.view<LabView>(), state);
    addSchedule(window.view<WorkshopView>(), state);
    const auto& network = window.view<NetworkView>();
    state["network_open"] = network.shownNetwork().isEmpty() ? 0 : 1;
    state["network_run"] = const_cast<NetworkView&>(network).times().profile() ? 1 : 0;
    return state;
}

} // namespace knobscope
