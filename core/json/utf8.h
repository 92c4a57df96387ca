// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace knobscope {

/// Whether a text is UTF-8 throughout (RFC 3629): no JSON can be written of others. For what does not come out of JSON.
bool isUtf8(std::string_view text);

} // namespace knobscope
