// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timelinequeries.h"

#include "widgets/base/coretext.h"

#include <algorithm>

namespace knobscope {

void TimelineQueries::setProject(const QString& path)
{
    m_path = path;
    for (auto& [kind, query] : m_queries) {
        query.next = nullptr;
        query.reader.setPath(path);
    }
}

void TimelineQueries::forget(Kind kind)
{
    if (const auto found = m_queries.find(kind); found != m_queries.end()) {
        found->second.next = nullptr;
        found->second.reader.cancel();
    }
}

bool TimelineQueries::isBusy() const
{
    return std::ranges::any_of(m_queries, [](const auto& entry) { return entry.second.reader.isBusy(); });
}

void TimelineQueries::finishNow()
{
    for (auto& [kind, query] : m_queries) {
        query.reader.finishNow();
    }
}

void TimelineQueries::start(Kind kind, ProjectReader::Question question)
{
    const auto [found, isNew] = m_queries.try_emplace(kind);
    Query& query = found->second;
    if (isNew) {
        query.reader.setPath(m_path);
        connect(&query.reader, &ProjectReader::failed, this, &TimelineQueries::failed);
    }
    if (query.reader.isBusy() && kind < Find) {
        query.next = std::move(question);
    } else {
        query.next = nullptr;
        query.reader.ask(std::move(question));
    }
}

void TimelineQueries::reportError(const Error& error)
{
    emit failed(coreText(error));
}

void TimelineQueries::startNext(Kind kind)
{
    Query& query = m_queries.at(kind);
    if (query.next) {
        query.reader.ask(std::exchange(query.next, nullptr));
    }
}

} // namespace knobscope
