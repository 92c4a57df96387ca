// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/stoprule.h"

#include <QString>

namespace knobscope {

/// StopRule::text in the window's language: "128 trials, 10 min or no better config in 50 trials".
QString stopRuleWords(const StopRule& rule);

} // namespace knobscope
