// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/text.h"
#include "core/space/knob.h"

#include <functional>

namespace knobscope {

/// A knob that a text declares.
struct TextKnob {
    std::string name;
    KnobDefinition definition;
    TextPlace place;
};

/// The knobs of a text in the order declared. `computation`: before any primitive; a split knob may take its extent from one of
/// its loops. Refuses, at the place, a knob that no enabled line uses, and what is no
/// list of numbers. Does not enumerate candidates.
Result<std::vector<TextKnob>> knobsOf(const ScheduleText& text, const TextSizes& sizes, const Schedule& computation);

/// The value of a knob in the config that is applied.
using KnobLookup = std::function<KnobValue(const std::string& knob)>;

/// The stage of the computation with this name; null if there is none.
const StageData* stageNamed(const Schedule& schedule, std::string_view name);
/// The root loop of a stage that a text calls `name`: by the variable's name, or by shortName() of it; nullopt if there is none.
std::optional<ir::IterVar> axisNamed(const StageData& stage, std::string_view name);
/// A loop's name as a word: "yo" of "y.outer", "yi" of "y.inner"; other characters become '_'.
std::string shortName(std::string_view name);

} // namespace knobscope
