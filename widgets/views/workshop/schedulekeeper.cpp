// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/schedulekeeper.h"

#include <algorithm>

namespace knobscope {

void ScheduleKeeper::setName(const QString& name, const QString& text)
{
    m_name = name;
    m_names[text] = name;
}

void ScheduleKeeper::keep(const QString& text)
{
    if (text != m_unkept && !text.trimmed().isEmpty()) {
        m_unkept.clear();
        const KeptSchedule* known = findSchedule(m_workspace.schedules(), m_name.toStdString());
        const bool isSame = known && known->text == text.toStdString();
        m_workspace.setSchedule({m_name.toStdString(), text.toStdString(), isSame ? known->times : std::vector<KeptTime>()});
    }
}

void ScheduleKeeper::keepTimes(const std::string& text, const Staircase& stairs)
{
    const KeptSchedule* known = findSchedule(m_workspace.schedules(), m_name.toStdString());
    if (!known || known->text != text || !stairs.isRight()) {
        return;
    }
    KeptSchedule schedule{known->name, known->text, {}};
    for (const StairStep& step : stairs.steps) {
        if (step.state == StairStep::State::Timed) {
            schedule.times.push_back({step.text, step.seconds, step.speedup});
        }
    }
    m_workspace.setSchedule(std::move(schedule));
}

void ScheduleKeeper::open(const QString& former, const QString& text, const QString& name)
{
    keep(former);
    m_names[former] = m_name;
    const auto& kept = m_workspace.schedules();
    const auto same = std::ranges::find(kept, text.toStdString(), &KeptSchedule::text);
    QString free = same != kept.end() ? QString::fromStdString(same->name) : name;
    for (int i = 2; same == kept.end() && findSchedule(kept, free.toStdString()); ++i) {
        free = QStringLiteral("%1_%2").arg(name).arg(i);
    }
    setName(free, text);
    m_unkept.clear();
    keep(text);
}

const KeptSchedule* ScheduleKeeper::followProject(const QString& current)
{
    const auto& kept = m_workspace.schedules();
    const bool isOther = std::exchange(m_project, m_workspace.projectPath()) != m_workspace.projectPath();
    if (!isOther || kept.empty() || std::ranges::find(kept, current.toStdString(), &KeptSchedule::text) != kept.end()) {
        return nullptr;
    }
    m_names[current] = m_name;
    setName(QString::fromStdString(kept.back().name), QString::fromStdString(kept.back().text));
    return &kept.back();
}

} // namespace knobscope
