// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace knobscope {

/// resources/devices/nvidia.json as of the build; defined in a generated file.
std::string_view builtinDevicesJson();

} // namespace knobscope
