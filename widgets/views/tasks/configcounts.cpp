// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tasks/configcounts.h"

namespace knobscope {

void ConfigCounts::update(const Target& target)
{
    struct Space {
        std::string workload;
        std::string name;
        nlohmann::json args;
        Known known;
    };
    std::vector<Space> unknown;
    std::unordered_map<std::string, SpaceCount> counted;
    for (const auto& [workload, task] : m_model.all()) {
        auto edits = m_workspace.editsOf(workload);
        if (const auto found = m_known.find(workload); found != m_known.end() && found->second.edits == edits) {
            counted[workload] = found->second.configs;
        } else {
            unknown.push_back({workload, task->task, task->args, {std::move(edits), {}}});
        }
    }
    m_model.setConfigs(counted);
    if (unknown.empty()) {
        m_work.cancel(); // the running count uses older edits
        return;
    }
    m_work.request([this, target, unknown](const std::atomic<bool>& stop) mutable -> LatestWork::Deliver {
        std::unordered_map<std::string, SpaceCount> counts;
        for (Space& space : unknown) {
            if (stop) {
                return {};
            }
            const auto task = makeTask(space.name, space.args, target, space.known.edits);
            counts[space.workload] = space.known.configs = task ? task->space.validCount() : SpaceCount();
        }
        return [this, unknown, counts] {
            for (const Space& space : unknown) {
                m_known[space.workload] = space.known;
            }
            m_model.setConfigs(counts);
        };
    });
}

} // namespace knobscope
