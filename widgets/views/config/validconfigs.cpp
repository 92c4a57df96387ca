// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/validconfigs.h"

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

qint64 randomValid(const Task& task, std::mt19937_64& random)
{
    std::uniform_int_distribution<qint64> any(0, task.space.rangeLength() - 1);
    for (int tries = 0; tries < kMaxTries; ++tries) {
        if (const qint64 index = any(random); task.space.isValid(index)) {
            return index;
        }
    }
    return -1;
}

} // namespace knobscope
