// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace knobscope {

/// Keeps the calling thread, and those that it starts, on these cores: off those where kernels are timed. None given: anywhere.
void stayOn(const std::vector<int>& cores);

} // namespace knobscope
