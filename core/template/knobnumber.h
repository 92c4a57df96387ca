// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/context.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// No extent is larger; a knob's number, too, lies between it and its negative.
inline constexpr int64_t mostNumber = int64_t{1} << 31;

/// A knob's number, for what a division or a table bears only within bounds: an edit may have added any. One that lies outside
/// refuses the config, and one of the bounds stands for it until then.
int64_t numberWithin(TemplateContext& cfg, const std::string& knob, int64_t least, int64_t most = mostNumber);

} // namespace knobscope
