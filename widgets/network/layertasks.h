// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/workspace/taskstandings.h"

#include <string>
#include <vector>

namespace knobscope {

/// A task that computes a layer.
struct LayerTask {
    NetworkTask task;
    std::string key; ///< in the standings
};

/// The tasks of a network's layers on a target, and what is known of each. GUI thread only.
class LayerTasks
{
public:
    explicit LayerTasks(const TaskStandings& standings)
        : m_standings(standings)
    {
    }
    /// `workloads` are the layers; tasks are numbered as in the whole network.
    void set(const Network& network, const std::vector<NetworkWorkload>& workloads, const Target& target);
    void clear() { m_layers.clear(); }
    bool isEmpty() const { return m_layers.empty(); }
    const Target& target() const { return m_target; }

    /// The task of a layer: the fastest that was measured, else the first; null where there is none.
    const LayerTask* taskOf(int workload) const;
    /// The best that was measured of a task; null where nothing was.
    const TaskStanding* bestOf(const LayerTask& task) const;
    /// How many layers there are that a template computes, each distinct one once, and of how many something was measured.
    struct Count {
        int measured = 0, all = 0;
    };
    Count count() const;

private:
    const TaskStandings& m_standings;
    Target m_target;
    std::vector<std::vector<LayerTask>> m_layers; ///< by workload
};

} // namespace knobscope
