// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/queryguard.h"

#include "core/store/databasewatch.h"

#include <sqlite3.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace knobscope {

namespace {

constexpr int kMaxNapMilliseconds = 20; // milliseconds between two attempts to get a lock
constexpr int kStepsBetweenChecks = 100'000; // SQLite VM instructions: about a millisecond

constexpr std::pair<int, int> kLimits[] = {
    {SQLITE_LIMIT_LENGTH, 16 << 20},       // of a text or a row
    {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_COLUMN, 200},
    {SQLITE_LIMIT_EXPR_DEPTH, 100},     {SQLITE_LIMIT_COMPOUND_SELECT, 20},
    {SQLITE_LIMIT_ATTACHED, 1},            // VACUUM INTO attaches its target
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

} // namespace

QueryGuard::QueryGuard(sqlite3* connection, std::chrono::milliseconds queryTimeout)
    : m_connection(connection)
    , m_queryTimeout(queryTimeout)
{
    for (const auto& [option, value] :
         {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
          std::pair{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, std::pair{SQLITE_DBCONFIG_ENABLE_VIEW, 0}}) {
        sqlite3_db_config(connection, option, value, static_cast<int*>(nullptr));
    }
    for (const auto& [what, most] : kLimits) {
        sqlite3_limit(connection, what, most);
    }
    sqlite3_trace_v2(connection, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, &QueryGuard::onEvent, this);
    sqlite3_progress_handler(connection, kStepsBetweenChecks, &QueryGuard::onProgress, this);
    setLockTimeout(kDefaultLockTimeout);
}

void QueryGuard::setLockTimeout(std::chrono::milliseconds patience)
{
    m_lockTimeout = patience;
    sqlite3_busy_handler(m_connection, &QueryGuard::onBusy, this);
}

/// SQLite's own busy handler cannot be cancelled.
int QueryGuard::onBusy(void* guard, int attempt)
{
    auto& self = *static_cast<QueryGuard*>(guard);
    const auto now = Clock::now();
    self.m_lockedSince = attempt == 0 ? now : self.m_lockedSince;
    if (LockWait::isStopped() || now - self.m_lockedSince >= self.m_lockTimeout) {
        return 0;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(1 + attempt, kMaxNapMilliseconds)));
    return 1;
}

QueryGuard::~QueryGuard()
{
    sqlite3_trace_v2(m_connection, 0, nullptr, nullptr);
    sqlite3_progress_handler(m_connection, 0, nullptr, nullptr);
    sqlite3_busy_handler(m_connection, nullptr, nullptr);
}

int QueryGuard::onEvent(unsigned kind, void* guard, void*, void* detail)
{
    ++static_cast<QueryGuard*>(guard)->m_events;
    if (kind == SQLITE_TRACE_STMT) {
        DatabaseWatch::note(static_cast<const char*>(detail));
    }
    return 0;
}

int QueryGuard::onProgress(void* guard)
{
    auto& self = *static_cast<QueryGuard*>(guard);
    if (self.m_stop && *self.m_stop) {
        return 1;
    }
    const auto now = Clock::now();
    if (self.m_deadline && now > *self.m_deadline) {
        return 1;
    }
    if (self.m_noTimeoutScopes > 0 || self.m_events != self.m_eventsSeen) {
        self.m_eventsSeen = self.m_events;
        self.m_since = now;
        return 0;
    }
    return now - self.m_since > self.m_queryTimeout ? 1 : 0;
}

QueryGuard::NoTimeoutScope::NoTimeoutScope(QueryGuard& guard, const std::atomic<bool>* stop)
    : m_guard(guard)
    , m_stopBefore(std::exchange(guard.m_stop, stop))
{
    ++m_guard.m_noTimeoutScopes;
}

QueryGuard::NoTimeoutScope::~NoTimeoutScope()
{
    --m_guard.m_noTimeoutScopes;
    m_guard.m_stop = m_stopBefore;
}

QueryGuard::Deadline::Deadline(QueryGuard& guard, std::chrono::milliseconds time, const std::atomic<bool>* stop)
    : m_guard(guard)
    , m_stopBefore(std::exchange(guard.m_stop, stop))
{
    m_guard.m_deadline = Clock::now() + time;
}

QueryGuard::Deadline::~Deadline()
{
    m_guard.m_deadline.reset();
    m_guard.m_stop = m_stopBefore;
}

} // namespace knobscope
