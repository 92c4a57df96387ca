// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/runchanges.h"

#include <algorithm>

namespace knobscope {

RunChanges runChanges(std::span<const RunRow> before, std::span<const RunRow> now)
{
    RunChanges changes;
    changes.areNone = before.size() == now.size();
    for (const RunRow& run : now) {
        const auto found = std::ranges::find(before, run.id, &RunRow::id);
        const RunRow was = found == before.end() ? RunRow() : *found;
        changes.areNone = changes.areNone && found != before.end() && run.trials == was.trials && run.state == was.state
                       && run.bestSeconds == was.bestSeconds;
        if (run.trials != was.trials) {
            changes.grown.push_back(run.id);
        }
        if (was.trials > 0 && run.state != was.state) {
            changes.corrected.push_back(run.id);
        }
    }
    return changes;
}

} // namespace knobscope
