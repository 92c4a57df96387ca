// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>

namespace knobscope {

/// The results of so many configs that were submitted, by their numbers; fewer when a minute has passed.
inline std::map<int64_t, MeasureResult> collect(Measurer& measurer, size_t count)
{
    std::map<int64_t, MeasureResult> results;
    for (int tries = 0; results.size() < count && tries < 600; ++tries) {
        if (auto done = measurer.next(std::chrono::milliseconds(100))) {
            results.insert(std::move(*done));
        }
    }
    return results;
}

} // namespace knobscope
