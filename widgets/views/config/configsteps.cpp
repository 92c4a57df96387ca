// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/configsteps.h"

namespace knobscope {

Result<int64_t> fallbackOf(const Task& task)
{
    const auto entity = TRY(fallbackConfig(task));
    return task.space.indexOf(entity);
}

qint64 nextValid(const Task& task, qint64 from, int direction)
{
    qint64 index = from + direction;
    for (int tries = 0; tries < kMaxTries && index >= 0 && index < task.space.rangeLength(); ++tries, index += direction) {
        if (task.space.isValid(index)) {
            return index;
        }
    }
    return -1;
}

} // namespace knobscope
