// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "core/tuning/opennetwork.h"
#include "widgets/project/taskstandings.h"
#include "widgets/views/network/networkboxes.h"
#include "widgets/views/network/networkcanvas.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
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

/// Times of a run of the network, by box and by edge.
struct RunTimes {
    struct Box {
        double seconds = 0;
        QString layout;
    };
    double seconds = 0; ///< sum of all steps, transforms included
    std::map<size_t, Box> boxes;                             ///< by box; no entry for boxes without a time
    std::map<std::pair<size_t, size_t>, double> transforms; ///< seconds of layout transforms, by producing and consuming box
};
/// The box of a step: the one with its node; for a layout transform the one whose result it transforms. nullopt: none.
std::optional<size_t> boxOfStep(const ModelNetwork& model, const NetworkBoxes& boxes, const std::string& step);
RunTimes runTimes(const ModelNetwork& model, const NetworkBoxes& boxes, const NetworkProfile& profile);

/// Quantity that the boxes' colours show.
enum class BoxColours : uint8_t {
    Time,  ///< from the last run, else from the layers' best trials, else their operations
    Layout ///< layout of their outputs in the last run
};

/// Input for the looks.
struct BoxKnowledge {
    const NetworkBoxes& boxes;
    const LayerTasks& tasks;
    const RunTimes& times;
    BoxColours colours = BoxColours::Time;
    QString currentTask; ///< label of the current task
};

/// Texts and colours of the shown boxes and edges.
struct NetworkLooks {
    std::vector<BoxLook> boxes;
    std::vector<QString> edges; ///< label of each shown edge
    QString none;               ///< legend text for no colour, …
    QString most;               ///< … and for the strongest; empty: no scale
    std::vector<std::pair<QColor, QString>> layouts; ///< colours by layout, if colours mean layouts
};
NetworkLooks looksOf(const BoxKnowledge& known, const ShownBoxes& shown, const QPalette& palette);

/// Returns the longest possible text of a layer's time, for the width of boxes.
QString widestLine();

} // namespace knobscope
