// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace knobscope {

/// Twice the rank of each value, from 2; equal values share the mean of their ranks, which doubled stays a whole number. No NaN.
std::vector<int> doubledMidranks(std::span<const double> values);

} // namespace knobscope
