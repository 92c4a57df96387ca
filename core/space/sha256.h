// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits. Here and not from a library because the smallest build of the core has none
/// but header-only ones.
std::string sha256(std::string_view bytes);

} // namespace knobscope
