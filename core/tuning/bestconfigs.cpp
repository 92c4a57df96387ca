// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/bestconfigs.h"

#include "core/store/trialquery.h"
#include "core/target/host.h"
#include "core/tuning/storedrun.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace knobscope {
namespace {

bool isFor(const Target& recorded, const Target& wanted)
{
    return recorded.text == wanted.text || (isThisMachine(recorded) && isThisMachine(wanted));
}

struct RunPoint {
    int64_t run = 0;
    TrialPoint point;
};

/// Returns trials of distinct configs of a task's runs, fastest first. Of equal ones the earlier, which the others are tied with.
std::vector<RunPoint> fastestTrials(std::vector<RunPoint> points, size_t most)
{
    std::ranges::stable_sort(points, std::greater<>(), [](const RunPoint& one) { return one.point.gflops; });
    std::vector<RunPoint> fastest;
    for (const RunPoint& one : points) {
        const bool isNew =
            std::ranges::none_of(fastest, [&](const RunPoint& other) { return other.point.index == one.point.index; });
        if (fastest.size() == most || one.point.gflops <= 0) {
            break;
        }
        if (one.point.errorNo == 0 && isNew) {
            fastest.push_back(one);
        }
    }
    return fastest;
}

/// The config of a trial; nullopt if its knobs are not those of the task's space: an earlier version of the template had others,
/// and the number meant another config there.
Result<std::optional<ConfigEntity>> configOf(Project& project, const Task& task, const RunPoint& trial)
{
    const std::array keys{TrialKey{trial.run, trial.point.number}};
    const auto rows = TRY(trialRows(project, keys));
    auto config = task.space.at(trial.point.index);
    const auto measured =
        rows.empty() ? Result<ConfigEntity>(fail(ErrorCode::NotFound, "")) : entityFromJson(rows.front().entity);
    const auto isKept = [&](const auto& knob) { // a knob that was added later has no value there
        const KnobValue* value = config->find(knob.first);
        return value && *value == knob.second;
    };
    const bool isSame = config && measured && !measured->values.empty() && std::ranges::all_of(measured->values, isKept);
    return isSame ? std::optional(std::move(*config)) : std::nullopt;
}

} // namespace

Result<std::vector<RecordedConfig>> bestConfigs(Project& project, const Target& target, int threads, size_t most)
{
    const auto tasks = TRY(project.tasks());
    const auto runs = TRY(project.runs());
    std::map<int64_t, std::array<std::vector<RunPoint>, 2>> points; // with warm weights, and with cold weights as in a network
    for (const RunRow& run : runs) {
        const MeasureOptions measuring = measuringOf(run);
        if (measuring.threads == threads) {
            auto& all = points[run.task][measuring.coldWeights ? 1 : 0];
            for (const TrialPoint& point : TRY(project.points(run.id))) {
                all.push_back({run.id, point});
            }
        }
    }
    std::vector<RecordedConfig> configs;
    for (const TaskRow& row : tasks) {
        const auto task = points.contains(row.id) ? taskFromJson(row.task) : Result<Task>(fail(ErrorCode::NotFound, ""));
        if (!task || !isFor(task->target, target)) {
            continue;
        }
        auto& [warm, cold] = points[row.id];
        for (const RunPoint& trial : fastestTrials(std::move(cold.empty() ? warm : cold), most)) {
            if (auto entity = TRY(configOf(project, *task, trial))) {
                configs.push_back({task->name, task->args, std::move(*entity), task->autotvmFlops / (trial.point.gflops * 1e9)});
            }
        }
    }
    return configs;
}

nlohmann::json configsToJson(const std::vector<RecordedConfig>& configs)
{
    nlohmann::json list = nlohmann::json::array();
    for (const RecordedConfig& one : configs) {
        list.push_back({{"task", one.task}, {"args", one.args}, {"entity", entityToJson(one.entity)}, {"seconds", one.seconds}});
    }
    return list;
}

} // namespace knobscope
