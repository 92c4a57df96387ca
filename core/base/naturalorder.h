// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace knobscope {

/// Compares in natural order, with a result less than, equal to or greater than 0: numbers by value ("conv_2" before "conv_10"),
/// ASCII letters without case, all other bytes by value. Texts that differ only in case or leading zeros are equal only if
/// identical.
int compareNaturally(std::string_view a, std::string_view b);

} // namespace knobscope
