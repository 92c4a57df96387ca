// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace knobscope {

/// What another program has done to a project's runs.
struct RunChanges {
    bool areNone = true;
    std::vector<int64_t> grown;     ///< runs with other numbers of trials, new ones among them
    std::vector<int64_t> corrected; ///< runs with trials whose state is another: a run's end may have corrected some of them
};

RunChanges runChanges(std::span<const RunRow> before, std::span<const RunRow> now);

} // namespace knobscope
