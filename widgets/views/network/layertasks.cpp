// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/layertasks.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

// All tasks that templates offer for a layer, extra templates last: those of the whole network that the layer by itself would
// also have. A layer is as fast as its fastest task.
void LayerTasks::set(const Network& network, const std::vector<NetworkWorkload>& workloads, const Target& target)
{
    m_target = target;
    m_layers.assign(workloads.size(), {});
    const auto all = extractTasks(network, target, TaskChoice::WithExtra);
    for (size_t w = 0; all && w < workloads.size(); ++w) {
        Network one = network;
        one.workloads = {workloads[w]};
        const auto own = extractTasks(one, target, TaskChoice::WithExtra);
        for (const NetworkTask& task : all->tasks) {
            const auto isSame = [&](const NetworkTask& other) { return other.task == task.task && other.args == task.args; };
            if (own && std::ranges::any_of(own->tasks, isSame)) {
                m_layers[w].push_back({task, TaskStandings::taskKey(task.task, task.args, target.text)});
            }
        }
    }
}

const TaskStanding* LayerTasks::bestOf(const LayerTask& task) const
{
    const TaskStanding* known = m_standings.find(task.key);
    return known && known->bestSeconds > 0 ? known : nullptr;
}

const LayerTask* LayerTasks::taskOf(int workload) const
{
    if (workload < 0 || static_cast<size_t>(workload) >= m_layers.size() || m_layers[static_cast<size_t>(workload)].empty()) {
        return nullptr;
    }
    const auto seconds = [&](const LayerTask& task) {
        const TaskStanding* best = bestOf(task);
        return best ? best->bestSeconds : HUGE_VAL;
    };
    return &*std::ranges::min_element(m_layers[static_cast<size_t>(workload)], {}, seconds);
}

LayerTasks::Count LayerTasks::count() const
{
    Count count;
    for (const std::vector<LayerTask>& tasks : m_layers) {
        count.all += tasks.empty() ? 0 : 1;
        count.measured += std::ranges::any_of(tasks, [&](const LayerTask& task) { return bestOf(task); }) ? 1 : 0;
    }
    return count;
}

} // namespace knobscope
