// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <vector>

namespace knobscope {

inline void unrollAll(StageRef stage, const std::vector<ir::IterVar>& axes)
{
    for (const ir::IterVar& axis : axes) {
        stage.unroll(axis);
    }
}

} // namespace knobscope
