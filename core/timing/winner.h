// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace knobscope {

/// Index of the fastest kernel or result that is shown to be faster than the first, for kernels or results timed against the
/// first (`isSignificantlyFaster`, `timing.ratio`); 0 if there is none.
template<class Timed>
size_t winnerOf(std::span<const Timed> timed)
{
    size_t winner = 0;
    for (size_t i = 1; i < timed.size(); ++i) {
        const bool isBetter = winner == 0 || timed[i].timing.ratio < timed[winner].timing.ratio;
        winner = timed[i].isSignificantlyFaster && isBetter ? i : winner;
    }
    return winner;
}

} // namespace knobscope
