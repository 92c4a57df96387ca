// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/latestwork.h"
#include "widgets/views/tasks/taskmodel.h"

#include <unordered_map>

namespace knobscope {

/// Counts the configs of a model's tasks, with the workspace's edits and constraints, in the background, because each template
/// has to declare its space; caches the results. Child of the model. GUI thread only.
class ConfigCounts : public QObject
{
    Q_OBJECT
public:
    ConfigCounts(Workspace& workspace, TaskModel& model)
        : QObject(&model)
        , m_workspace(workspace)
        , m_model(model)
        , m_work([this](const Error& error) { m_workspace.report(error); })
    {
    }
    /// Call after the model's tasks, their target or their edits have changed.
    void update(const Target& target);

private:
    struct Known {
        std::vector<SpaceEdit> edits;
        SpaceCount configs;
    };
    Workspace& m_workspace;
    TaskModel& m_model;
    std::unordered_map<std::string, Known> m_known; ///< by workloadKey: long texts that begin alike
    LatestWork m_work;
};

} // namespace knobscope
