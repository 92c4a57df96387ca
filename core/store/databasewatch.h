// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace knobscope {

/// While it exists, records every use of a project's SQLite connection on its thread: files opened and statements started. Tests
/// use it for threads that must never wait for another program's lock, such as the GUI thread. Other threads pay one read of a
/// thread-local pointer per statement. At most one per thread.
class DatabaseWatch
{
public:
    DatabaseWatch() { s_ofThread = this; }
    ~DatabaseWatch() { s_ofThread = nullptr; }
    DatabaseWatch(const DatabaseWatch&) = delete;
    DatabaseWatch& operator=(const DatabaseWatch&) = delete;

    /// Uses in order: "open PATH", or the statement's SQL.
    const std::vector<std::string>& uses() const { return m_uses; }

    /// Called wherever a connection is used.
    static void note(std::string_view use)
    {
        if (s_ofThread) {
            s_ofThread->m_uses.emplace_back(use);
        }
    }

private:
    static inline thread_local DatabaseWatch* s_ofThread = nullptr;
    std::vector<std::string> m_uses;
};

/// While it exists, a statement on this thread stops waiting for another program's lock soon after `stop` becomes true.
class LockWait
{
public:
    explicit LockWait(const std::atomic<bool>& stop)
        : m_before(std::exchange(s_stop, &stop))
    {
    }
    ~LockWait() { s_stop = m_before; }
    LockWait(const LockWait&) = delete;
    LockWait& operator=(const LockWait&) = delete;

    /// Whether a wait on this thread was cancelled.
    static bool isStopped() { return s_stop && *s_stop; }

private:
    static inline thread_local const std::atomic<bool>* s_stop = nullptr;
    const std::atomic<bool>* m_before;
};

} // namespace knobscope
