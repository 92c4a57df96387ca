// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

namespace knobscope {

/// Refuses a kernel larger than the padded input, and more operations than can be measured.
void checkWindow(ArgumentReader& reader, const Conv2d& conv);

} // namespace knobscope
