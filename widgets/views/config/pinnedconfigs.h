// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <QJsonObject>
#include <QObject>

#include <map>
#include <vector>

namespace knobscope {

class ViewState;

/// Configs that the user wants to try first, by task. Stored by knob values, so that they survive edits of the space. GUI
/// thread only.
class PinnedConfigs : public QObject
{
    Q_OBJECT
public:
    /// The pins are a part of `state`; invalid entries are skipped.
    explicit PinnedConfigs(ViewState& state);

    /// The pinned configs of a task, in the order pinned, as numbers of its current space; without those that the space no
    /// longer has or that its constraints exclude.
    std::vector<qint64> pinned(const Task& task) const;
    /// Also true for a config that a constraint excludes now.
    bool isPinned(const Task& task, qint64 index) const;
    /// Pins the config if the space has it, or unpins it.
    void toggle(const Task& task, qint64 index);

signals:
    void changed();

private:
    QJsonObject toJson() const;
    void setJson(const QJsonObject& json);
    std::map<std::string, std::vector<ConfigEntity>> m_pinned; ///< by workloadKey
};

} // namespace knobscope
