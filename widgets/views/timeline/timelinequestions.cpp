// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timelinequestions.h"

#include "widgets/base/coretext.h"

#include <algorithm>

namespace knobscope {

void TimelineQuestions::setProject(const QString& path)
{
    m_path = path;
    for (auto& [kind, desk] : m_desks) {
        desk.next = nullptr;
        desk.reader.setPath(path);
    }
}

void TimelineQuestions::forget(Kind kind)
{
    if (const auto found = m_desks.find(kind); found != m_desks.end()) {
        found->second.next = nullptr;
        found->second.reader.cancel();
    }
}

bool TimelineQuestions::isBusy() const
{
    return std::ranges::any_of(m_desks, [](const auto& entry) { return entry.second.reader.isBusy(); });
}

void TimelineQuestions::finishNow()
{
    for (auto& [kind, desk] : m_desks) {
        desk.reader.finishNow();
    }
}

void TimelineQuestions::put(Kind kind, ProjectReader::Question question)
{
    const auto [found, isNew] = m_desks.try_emplace(kind);
    Desk& desk = found->second;
    if (isNew) {
        desk.reader.setPath(m_path);
        connect(&desk.reader, &ProjectReader::failed, this, &TimelineQuestions::failed);
    }
    if (desk.reader.isBusy() && kind < Find) {
        desk.next = std::move(question);
    } else {
        desk.next = nullptr;
        desk.reader.ask(std::move(question));
    }
}

void TimelineQuestions::tell(const Error& error)
{
    emit failed(coreText(error));
}

void TimelineQuestions::putNext(Kind kind)
{
    Desk& desk = m_desks.at(kind);
    if (desk.next) {
        desk.reader.ask(std::exchange(desk.next, nullptr));
    }
}

} // namespace knobscope
