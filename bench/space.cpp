// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/rows.h"

#include "core/stats/statistics.h"
#include "core/task/task.h"

namespace knobscope::bench {

using nlohmann::json;

std::vector<Row> spaceRows()
{
    const json args{{"TENSOR", {1, 1024, 7, 7}, "float32"},
                    {"TENSOR", {2048, 1024, 1, 1}, "float32"},
                    {1, 1},
                    {0, 0, 0, 0},
                    {1, 1},
                    "float32"};
    const Task task = makeTask("conv2d_nchw.cuda", args, parseTarget("cuda").value()).value();
    const std::vector<SpaceEdit> edits{parseEdit("auto_unroll_max_step+=1024").value()};
    std::vector<double> times;
    for (int i = 0; i < 51; ++i) {
        times.push_back(seconds([&] { (void)applyEdits(task.templateSpace, edits).value().validCount(); }) * 1e3);
    }
    return {below("edit", median(times), "ms, median", 1)};
}

} // namespace knobscope::bench
