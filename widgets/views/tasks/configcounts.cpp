// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tasks/configcounts.h"

#include <map>
#include <memory>

namespace knobscope {

namespace {

constexpr size_t kMostAtOnce = 100; ///< tasks counted by one job: an edit ends it, and loses what it counted

} // namespace

void ConfigCounts::update(const Target& target)
{
    struct Space {
        std::string name;
        nlohmann::json args;
        Known known;
    };
    std::map<std::string, Space> spaces; // networks share layers
    std::unordered_map<std::string, SpaceCount> counted;
    const std::vector<SpaceEdit> none;
    const EditsOfTasks& edited = m_workspace.editsOfTasks();
    m_model.forEach([&](const std::string& workload, const NetworkTask& task, const SpaceCount& shown) {
        const auto own = edited.find(workload);
        const std::vector<SpaceEdit>& edits = own == edited.end() ? none : own->second;
        const auto found = m_known.find(workload);
        if (found == m_known.end() || found->second.edits != edits) {
            if (spaces.size() < kMostAtOnce && !spaces.contains(workload)) {
                spaces.emplace(workload, Space{task.task, task.args, {edits, {}}});
            }
        } else if (found->second.configs != shown) {
            counted[workload] = found->second.configs;
        }
    });
    if (!counted.empty()) {
        m_model.setConfigs(counted);
    }
    if (spaces.empty()) {
        m_work.cancel(); // the running count uses older edits
        return;
    }
    const auto unknown = std::make_shared<std::map<std::string, Space>>(std::move(spaces)); // functions are copied
    m_work.request([this, target, unknown](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        std::unordered_map<std::string, SpaceCount> counts;
        for (auto& [workload, space] : *unknown) {
            if (stop) {
                return {};
            }
            const auto task = makeTask(space.name, space.args, target, space.known.edits);
            counts[workload] = space.known.configs = task ? task->space.validCount() : SpaceCount();
        }
        return [this, target, unknown, counts] {
            for (const auto& [workload, space] : *unknown) {
                m_known[workload] = space.known;
            }
            m_model.setConfigs(counts);
            update(target); // the next ones
        };
    });
}

} // namespace knobscope
