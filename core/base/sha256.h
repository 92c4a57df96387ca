// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits. Own code, since the smallest build of the core has only header-only libraries.
std::string sha256(std::string_view bytes);

} // namespace knobscope
