// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace knobscope {

/// The stages that get loops of their own, producers first; bodies of inlined stages are substituted into their readers.
std::vector<StageData> inlineStages(const Schedule& schedule);

} // namespace knobscope
