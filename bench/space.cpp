// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/base/statistics.h"

namespace knobscope::bench {

std::vector<Row> spaceRows()
{
    const Task task = largeSpaceTask();
    const std::vector<SpaceEdit> edits{parseEdit("auto_unroll_max_step+=1024").value()};
    std::vector<double> times;
    for (int i = 0; i < 51; ++i) {
        times.push_back(seconds([&] { (void)applyEdits(task.templateSpace, edits).value().validCount(); }) * 1e3);
    }
    return {below("edit", median(times), "ms, median", 1)};
}

} // namespace knobscope::bench
