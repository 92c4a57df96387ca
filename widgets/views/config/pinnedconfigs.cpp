// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/pinnedconfigs.h"

#include "widgets/controls/viewstate.h"

#include <QJsonArray>

#include <algorithm>

namespace knobscope {

namespace {

/// Matches the config with this number, even if a constraint excludes it.
auto hasNumber(const Task& task, qint64 index)
{
    return [&task, index](const ConfigEntity& config) {
        const auto number = task.space.indexOf(config); // an error if the space no longer has its values; -1 matches none
        return number && *number == index;
    };
}

} // namespace

PinnedConfigs::PinnedConfigs(ViewState& state)
{
    state.bind(
        QStringLiteral("pinned"), [this] { return toJson(); }, [this](const QJsonValue& value) { setJson(value.toObject()); });
    state.watch(this, &PinnedConfigs::changed);
}

std::vector<qint64> PinnedConfigs::pinned(const Task& task) const
{
    std::vector<qint64> out;
    if (const auto found = m_pinned.find(workloadKey(task)); found != m_pinned.end()) {
        for (const ConfigEntity& config : found->second) {
            if (const auto index = task.space.indexOf(config); index && task.space.isValid(*index)) {
                out.push_back(*index);
            }
        }
    }
    return out;
}

bool PinnedConfigs::isPinned(const Task& task, qint64 index) const
{
    const auto found = m_pinned.find(workloadKey(task));
    return found != m_pinned.end() && std::ranges::any_of(found->second, hasNumber(task, index));
}

void PinnedConfigs::toggle(const Task& task, qint64 index)
{
    std::vector<ConfigEntity>& pins = m_pinned[workloadKey(task)];
    if (std::erase_if(pins, hasNumber(task, index)) == 0) {
        auto config = task.space.at(index);
        if (!config) {
            return;
        }
        pins.push_back(std::move(*config));
    }
    emit changed();
}

QJsonObject PinnedConfigs::toJson() const
{
    QJsonObject all;
    for (const auto& [key, entities] : m_pinned) {
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

void PinnedConfigs::setJson(const QJsonObject& json)
{
    m_pinned.clear();
    for (auto task = json.begin(); task != json.end(); ++task) {
        for (const QJsonValue& text : task.value().toArray()) {
            if (auto entity = entityFromJson(nlohmann::json::parse(text.toString().toStdString(), nullptr, false))) {
                m_pinned[task.key().toStdString()].push_back(std::move(*entity));
            }
        }
    }
    emit changed();
}

} // namespace knobscope
