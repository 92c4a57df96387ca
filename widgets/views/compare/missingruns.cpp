// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/missingruns.h"

#include "core/tuning/storedrun.h"

#include <algorithm>
#include <numeric>

namespace knobscope {

std::vector<MissingRuns> missingRunsHere(const TaskComparison& task, std::span<const ComparedRun> runs, const std::string& path)
{
    std::vector<MissingRuns> missing;
    const std::vector<size_t> counts = missingRuns(task);
    for (size_t g = 0; g < counts.size(); ++g) {
        int64_t newest = 0;
        for (const size_t r : task.groups[g].runs) {
            newest = runs[r].source == path ? std::max(newest, runs[r].run) : newest;
        }
        if (counts[g] > 0 && newest > 0) {
            missing.push_back({newest, counts[g]});
        }
    }
    return missing;
}

size_t countOf(const std::vector<MissingRuns>& missing)
{
    return std::accumulate(missing.begin(), missing.end(), size_t{0},
                           [](size_t sum, const MissingRuns& group) { return sum + group.count; });
}

Result<void> startMissingRuns(Workspace& workspace, const std::vector<MissingRuns>& missing, std::span<const ComparedRun> runs)
{
    TRY(workspace.checkCanWrite());
    uint64_t seed = 0;
    for (const ComparedRun& run : runs) {
        seed = std::max(seed, run.seed + 1);
    }
    size_t most = 0;
    for (const MissingRuns& group : missing) {
        most = std::max(most, group.count);
    }
    for (size_t round = 0; round < most; ++round, ++seed) {
        for (const MissingRuns& group : missing) {
            const RunRow* run = workspace.run(group.like);
            const auto task = workspace.taskOfRun(group.like);
            if (round >= group.count || !run || !task) {
                continue;
            }
            LoopTask next{*task, run->label, runOptionsOf(*run), {}, 0};
            next.options.tuner = run->tuner;
            next.options.parameters = run->parameters;
            next.options.trials = run->budget;
            MeasureOptions measuring = measuringOf(*run);
            next.options.seed = measuring.seed = seed;
            next.options.isAlone = false;
            workspace.session().enqueue(std::move(next), measuring);
        }
    }
    return workspace.startQueue();
}

} // namespace knobscope
