// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

struct sqlite3;

namespace knobscope {

/// A query of a project that gives no row for this long is ended: a damaged or crafted file can hold tables without end.
inline constexpr std::chrono::seconds longestSilence{60};

/// A statement waits so long for another program's lock, and fails then (see isLocked()).
inline constexpr std::chrono::seconds longestLockWait{5};

/// What a connection to a project may do, which may come from a stranger: no SQL of the file itself is run, texts, statements and
/// joins are limited, and a query that stays silent is ended with SQLITE_INTERRUPT. One for each connection, which it must not
/// outlive.
class QueryGuard
{
public:
    QueryGuard(sqlite3* connection, std::chrono::milliseconds silence = longestSilence);
    ~QueryGuard();
    QueryGuard(const QueryGuard&) = delete;
    QueryGuard& operator=(const QueryGuard&) = delete;

    /// How long a statement waits for another program's lock instead of longestLockWait; less where LockWait says so.
    void setLockPatience(std::chrono::milliseconds patience);

    /// While one lives, queries take the time they need: copying, removing and migrating work through whole tables. They are
    /// ended with SQLITE_INTERRUPT when `stop` becomes true; null: they never are.
    class Unhurried
    {
    public:
        explicit Unhurried(QueryGuard& guard, const std::atomic<bool>* stop = nullptr);
        ~Unhurried();
        Unhurried(const Unhurried&) = delete;
        Unhurried& operator=(const Unhurried&) = delete;

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
    std::chrono::milliseconds m_silence;
    uint64_t m_events = 0; ///< statements begun and rows given
    uint64_t m_eventsSeen = 0;
    Clock::time_point m_since = Clock::now();
    std::chrono::milliseconds m_lockPatience{0};
    Clock::time_point m_lockedSince;
    int m_unhurried = 0;
    const std::atomic<bool>* m_stop = nullptr;
};

} // namespace knobscope
