// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace knobscope {

/// "3 min 5 s", "12 s", "2 h 4 min".
std::string durationText(double seconds);

} // namespace knobscope
