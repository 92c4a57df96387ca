// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/project/taskstandings.h"

#include <string>
#include <vector>

namespace knobscope {

/// A task that computes a layer.
struct LayerTask {
    NetworkTask task;
    std::string key; ///< key in the standings
};

/// The tasks of a network's layers on a target, with their best results. GUI thread only.
class LayerTasks
{
public:
    explicit LayerTasks(const TaskStandings& standings)
        : m_standings(standings)
    {
    }
    /// `workloads` are the layers; task numbers are those of the whole network.
    void set(const Network& network, const std::vector<NetworkWorkload>& workloads, const Target& target);
    void clear() { m_layers.clear(); }
    bool isEmpty() const { return m_layers.empty(); }
    const Target& target() const { return m_target; }

    /// Returns the task of a layer with the fastest trial, else its first task; null if there is none.
    const LayerTask* taskOf(int workload) const;
    /// Returns the best result of a task; null if nothing was measured.
    const TaskStanding* bestOf(const LayerTask& task) const;
    /// Number of distinct layers with a template, and how many of them have results.
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
