// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/bestconfigs.h"

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

/// Returns distinct configs of a task's runs, fastest first. Of equal ones the earlier, which the others are tied with.
std::vector<std::pair<double, int64_t>> fastestConfigs(std::vector<TrialPoint> points, size_t most)
{
    std::ranges::stable_sort(points, std::greater<>(), &TrialPoint::gflops);
    std::vector<std::pair<double, int64_t>> configs;
    for (const TrialPoint& point : points) {
        const bool isNew =
            std::none_of(configs.begin(), configs.end(), [&](const auto& one) { return one.second == point.index; });
        if (configs.size() == most || point.gflops <= 0) {
            break;
        }
        if (point.errorNo == 0 && isNew) {
            configs.emplace_back(point.gflops, point.index);
        }
    }
    return configs;
}

} // namespace

Result<std::vector<RecordedConfig>> bestConfigs(Project& project, const Target& target, int threads, size_t most)
{
    const auto tasks = TRY(project.tasks());
    const auto runs = TRY(project.runs());
    std::map<int64_t, std::array<std::vector<TrialPoint>, 2>> points; // with warm weights, and with cold weights as in a network
    for (const RunRow& run : runs) {
        const MeasureOptions measuring = measuringOf(run);
        if (measuring.threads == threads) {
            auto own = TRY(project.points(run.id));
            auto& all = points[run.task][measuring.coldWeights ? 1 : 0];
            all.insert(all.end(), own.begin(), own.end());
        }
    }
    std::vector<RecordedConfig> configs;
    for (const TaskRow& row : tasks) {
        const auto task = points.contains(row.id) ? taskFromJson(row.task) : Result<Task>(fail(ErrorCode::NotFound, ""));
        if (!task || !isFor(task->target, target)) {
            continue;
        }
        auto& [warm, cold] = points[row.id];
        for (const auto& [gflops, index] : fastestConfigs(std::move(cold.empty() ? warm : cold), most)) {
            if (auto entity = task->space.at(index)) {
                configs.push_back({task->name, task->args, std::move(*entity), task->autotvmFlops / (gflops * 1e9)});
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
