// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/tasks/taskmodel.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// How many configs the spaces of a model's tasks have, with the workspace's edits: counted in the background, since each
/// template has to declare its space for it, and remembered. The model's child. GUI thread only.
class ConfigCounts : public QObject
{
    Q_OBJECT
public:
    ConfigCounts(Workspace& workspace, TaskModel& model)
        : QObject(&model)
        , m_workspace(workspace)
        , m_model(model)
        , m_work([this](const Error& error) { m_workspace.say(error); })
    {
    }
    /// The model has other tasks, on this target, or their edits are others.
    void update(const std::string& target);

private:
    struct Known {
        std::vector<SpaceEdit> edits;
        int64_t configs = 0;
    };
    Workspace& m_workspace;
    TaskModel& m_model;
    std::map<std::string, Known> m_known; ///< by workloadKey
    LatestWork m_work;
};

} // namespace knobscope
