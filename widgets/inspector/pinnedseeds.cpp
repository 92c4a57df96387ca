// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/pinnedseeds.h"

#include <QJsonArray>

#include <algorithm>

namespace knobscope {

std::vector<qint64> PinnedSeeds::pinned(const Task& task) const
{
    std::vector<qint64> out;
    if (const auto found = m_seeds.find(workloadKey(task)); found != m_seeds.end()) {
        for (const ConfigEntity& entity : found->second) {
            if (const auto index = task.space.indexOf(entity)) {
                out.push_back(*index);
            }
        }
    }
    return out;
}

bool PinnedSeeds::isPinned(const Task& task, qint64 index) const
{
    const auto all = pinned(task);
    return std::find(all.begin(), all.end(), index) != all.end();
}

void PinnedSeeds::setPinned(const Task& task, qint64 index, bool pin)
{
    auto entity = task.space.at(index);
    if (!entity || isPinned(task, index) == pin) {
        return;
    }
    auto& seeds = m_seeds[workloadKey(task)];
    if (pin) {
        seeds.push_back(std::move(*entity));
    } else {
        std::erase_if(seeds, [&](const ConfigEntity& seed) { return task.space.indexOf(seed).value_or(-1) == index; });
    }
    emit changed();
}

QJsonObject PinnedSeeds::toJson() const
{
    QJsonObject all;
    for (const auto& [key, entities] : m_seeds) {
        QJsonArray list;
        for (const ConfigEntity& entity : entities) {
            list.append(QString::fromStdString(entityToJson(entity).dump()));
        }
        if (!list.isEmpty()) {
            all[QString::fromStdString(key)] = list;
        }
    }
    return all;
}

void PinnedSeeds::setJson(const QJsonObject& json)
{
    m_seeds.clear();
    for (auto task = json.begin(); task != json.end(); ++task) {
        for (const QJsonValue& text : task.value().toArray()) {
            if (auto entity = entityFromJson(nlohmann::json::parse(text.toString().toStdString(), nullptr, false))) {
                m_seeds[task.key().toStdString()].push_back(std::move(*entity));
            }
        }
    }
    emit changed();
}

} // namespace knobscope
