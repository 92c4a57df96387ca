// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace knobscope {

/// Of kernels, or results, that were timed against the first of them (`isShownQuicker`, `timing.ratio`): the quickest that was
/// shown to be quicker; where none was, the first.
template<class Timed>
size_t winnerOf(std::span<const Timed> timed)
{
    size_t winner = 0;
    for (size_t i = 1; i < timed.size(); ++i) {
        const bool isBetter = winner == 0 || timed[i].timing.ratio < timed[winner].timing.ratio;
        winner = timed[i].isShownQuicker && isBetter ? i : winner;
    }
    return winner;
}

} // namespace knobscope
