// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <QJsonObject>
#include <QObject>

#include <map>
#include <vector>

namespace knobscope {

/// Configs that a person wants tried first, by task: kept by their knob values, so that they survive edits of the space. GUI
/// thread only.
class PinnedConfigs : public QObject
{
    Q_OBJECT
public:
    explicit PinnedConfigs(QObject* parent = nullptr)
        : QObject(parent)
    {
    }

    /// The pinned configs of a task, in the order pinned, as numbers of its space now; without those that the space has no longer
    /// and those that its constraints leave out.
    std::vector<qint64> pinned(const Task& task) const;
    /// Also of one that a constraint leaves out now.
    bool isPinned(const Task& task, qint64 index) const;
    /// Pins, if the space has such a config, or unpins.
    void toggle(const Task& task, qint64 index);

    /// All tasks' pins, to be kept in the settings; what cannot be read is left out.
    QJsonObject toJson() const;
    void setJson(const QJsonObject& json);

signals:
    void changed();

private:
    std::map<std::string, std::vector<ConfigEntity>> m_pinned; ///< by workloadKey
};

} // namespace knobscope
