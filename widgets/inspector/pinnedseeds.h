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
class PinnedSeeds : public QObject
{
    Q_OBJECT
public:
    explicit PinnedSeeds(QObject* parent = nullptr)
        : QObject(parent)
    {
    }

    /// The pinned configs of a task, in the order pinned, as numbers of its space now; those that the space has no longer are
    /// left out.
    std::vector<qint64> pinned(const Task& task) const;
    bool isPinned(const Task& task, qint64 index) const;
    /// Does nothing for a number that is not in the space.
    void setPinned(const Task& task, qint64 index, bool pinned);

    /// All tasks' pins, to be kept in the settings; what cannot be read is left out.
    QJsonObject toJson() const;
    void setJson(const QJsonObject& json);

signals:
    void changed();

private:
    std::map<std::string, std::vector<ConfigEntity>> m_seeds; ///< by workloadKey
};

} // namespace knobscope
