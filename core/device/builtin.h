// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace knobscope {

/// resources/devices/nvidia.json as it was when the program was built; defined in a file that the build generates.
std::string_view builtinDevicesJson();

} // namespace knobscope
