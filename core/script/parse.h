// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/text.h"

#include <string_view>

namespace knobscope {

/// Parses a schedule text. Refuses, at the line and column, what is no line of the language, a text beyond the limits, and one
/// without a computation or with several. Names are not resolved: see computationOf(), knobsOf() and applyText().
Result<ScheduleText> parseSchedule(std::string_view text);

/// Whether a text can be a template's name: 1 to 60 letters, digits, '_', '-' and '.'.
bool isScheduleName(std::string_view name);

/// The primitives' names, for completion.
std::vector<std::string> primitiveNames();

} // namespace knobscope
