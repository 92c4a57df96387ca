// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace knobscope {

/// What a knob of a template splits or controls, translated: "input channels" for tile_ic of a convolution. Empty for a knob that
/// has no entry.
QString knobMeaning(std::string_view templateName, std::string_view knob);

} // namespace knobscope
