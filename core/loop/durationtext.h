// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

namespace knobscope {

/// "3 min 5 s", "12 s", "2 h 4 min".
Sentence durationText(double seconds);

} // namespace knobscope
