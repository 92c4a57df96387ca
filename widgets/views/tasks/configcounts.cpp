// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tasks/configcounts.h"

#include <memory>

namespace knobscope {

void ConfigCounts::update(const Target& target)
{
    struct Space {
        std::string workload;
        std::string name;
        nlohmann::json args;
        Known known;
    };
    std::vector<Space> spaces;
    std::unordered_map<std::string, SpaceCount> counted;
    for (const auto& [workload, task] : m_model.all()) {
        auto edits = m_workspace.editsOf(workload);
        if (const auto found = m_known.find(workload); found != m_known.end() && found->second.edits == edits) {
            counted[workload] = found->second.configs;
        } else {
            spaces.push_back({workload, task->task, task->args, {std::move(edits), {}}});
        }
    }
    m_model.setConfigs(counted);
    if (spaces.empty()) {
        m_work.cancel(); // the running count uses older edits
        return;
    }
    const auto unknown = std::make_shared<std::vector<Space>>(std::move(spaces)); // functions are copied
    m_work.request([this, target, unknown](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        std::unordered_map<std::string, SpaceCount> counts;
        for (Space& space : *unknown) {
            if (stop) {
                return {};
            }
            const auto task = makeTask(space.name, space.args, target, space.known.edits);
            counts[space.workload] = space.known.configs = task ? task->space.validCount() : SpaceCount();
        }
        return [this, unknown, counts] {
            for (const Space& space : *unknown) {
                m_known[space.workload] = space.known;
            }
            m_model.setConfigs(counts);
        };
    });
}

} // namespace knobscope
