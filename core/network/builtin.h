// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace knobscope {

/// Contents of resources/networks/networks.json at build time; defined in a generated file.
std::string_view builtinNetworksJson();

} // namespace knobscope
