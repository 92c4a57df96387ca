// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/text.h"

namespace knobscope {

/// A schedule as lines of a text, one primitive a line, with the knob that chose it as a comment. The schedule must have kept its
/// history from the beginning (Schedule::keepHistory). Applying the text to the same computation makes the same schedule.
/// Unsupported for one with an epilogue.
Result<std::string> printPrimitives(const Schedule& schedule);

/// The head lines of a text without its knobs, with these sizes: what it computes.
std::string printHead(const ScheduleText& text, const std::string& source, const TextSizes& sizes);

} // namespace knobscope
