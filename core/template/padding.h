// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace knobscope {

/// Padding (when there is any) is computed where it is read. On CPUs sums then read the image itself, and lowering cuts their
/// loops where they leave it (selectsToBranches), so that nothing is copied: as measured quicker than padding in every tile worth
/// having (docs/decisions/0033).
inline void inlinePadding(Schedule& s, const ir::Tensor& data, const ir::Tensor& padded)
{
    if (!(padded == data)) {
        s[padded].computeInline();
    }
}

} // namespace knobscope
