// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

struct sqlite3;

namespace knobscope {

/// A query that returns no row for this long is interrupted: a damaged or crafted file can make a query endless.
inline constexpr std::chrono::seconds kQueryTimeout{60};

/// Maximum time that a statement waits for another program's lock before it fails (see isLocked()).
inline constexpr std::chrono::seconds kDefaultLockTimeout{5};

/// Limits a connection to a project, which may come from an untrusted source: runs no SQL stored in the file, limits texts,
/// statements and joins, and interrupts a query without progress (SQLITE_INTERRUPT). One per connection, which must outlive it.
class QueryGuard
{
public:
    QueryGuard(sqlite3* connection, std::chrono::milliseconds queryTimeout = kQueryTimeout);
    ~QueryGuard();
    QueryGuard(const QueryGuard&) = delete;
    QueryGuard& operator=(const QueryGuard&) = delete;

    /// Maximum wait for another program's lock, instead of kDefaultLockTimeout; LockWait may shorten it.
    void setLockTimeout(std::chrono::milliseconds patience);

    /// Lifts the time limit while it exists: copying, removing and migrating process whole tables. Queries are interrupted with
    /// SQLITE_INTERRUPT when `stop` becomes true; null: never.
    class NoTimeoutScope
    {
    public:
        explicit NoTimeoutScope(QueryGuard& guard, const std::atomic<bool>* stop = nullptr);
        ~NoTimeoutScope();
        NoTimeoutScope(const NoTimeoutScope&) = delete;
        NoTimeoutScope& operator=(const NoTimeoutScope&) = delete;

    private:
        QueryGuard& m_guard;
        const std::atomic<bool>* m_stopBefore;
    };

    /// While it exists, queries are interrupted with SQLITE_INTERRUPT after that time, whether they return rows or not, and when
    /// `stop` becomes true (null: never).
    class Deadline
    {
    public:
        Deadline(QueryGuard& guard, std::chrono::milliseconds time, const std::atomic<bool>* stop = nullptr);
        ~Deadline();
        Deadline(const Deadline&) = delete;
        Deadline& operator=(const Deadline&) = delete;

    private:
        QueryGuard& m_guard;
        const std::atomic<bool>* m_stopBefore;
    };

private:
    using Clock = std::chrono::steady_clock;
    static int onEvent(unsigned kind, void* guard, void* statement, void* detail);
    static int onProgress(void* guard);
    static int onBusy(void* guard, int attempt);

    sqlite3* m_connection;
    std::chrono::milliseconds m_queryTimeout;
    uint64_t m_events = 0; ///< statements started and rows returned
    uint64_t m_eventsSeen = 0;
    Clock::time_point m_since = Clock::now();
    std::chrono::milliseconds m_lockTimeout{0};
    Clock::time_point m_lockedSince;
    int m_noTimeoutScopes = 0;
    std::optional<Clock::time_point> m_deadline;
    const std::atomic<bool>* m_stop = nullptr;
};

} // namespace knobscope
