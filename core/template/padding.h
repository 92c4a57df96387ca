// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace knobscope {

/// Computes padding (if any) where it is read. On CPUs sums then read the image itself, and lowering splits their loops at the
/// image's borders (lowerSelects), so that nothing is copied: measured to be faster than padding for every useful tile
/// (docs/decisions/0033).
inline void inlinePadding(Schedule& s, const ir::Tensor& data, const ir::Tensor& padded)
{
    if (!(padded == data)) {
        s[padded].computeInline();
    }
}

} // namespace knobscope
