// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace knobscope {

/// resources/networks/networks.json as it was when the program was built; defined in a file that the build generates.
std::string_view builtinNetworksJson();

} // namespace knobscope
