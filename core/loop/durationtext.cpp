// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/durationtext.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace knobscope {

Sentence durationText(double seconds)
{
    const auto whole = static_cast<int64_t>(std::llround(std::max(0.0, seconds)));
    if (whole < 60) {
        return phrase("{} s", whole);
    }
    if (whole < 3600) {
        return phrase("{} min {} s", whole / 60, whole % 60);
    }
    return phrase("{} h {} min", whole / 3600, whole / 60 % 60);
}

} // namespace knobscope
