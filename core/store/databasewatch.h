// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace knobscope {

/// While it exists, records every use of a project's SQLite connection on its thread: files opened and statements started. Tests
/// use it for threads that must never wait for another program's lock, such as the GUI thread. Other threads pay one read of a
/// thread-local pointer per statement. At most one per thread.
class DatabaseWatch
{
public:
    DatabaseWatch();
    ~DatabaseWatch();
    DatabaseWatch(const DatabaseWatch&) = delete;
    DatabaseWatch& operator=(const DatabaseWatch&) = delete;

    /// Uses in order: "open PATH", or the statement's SQL.
    const std::vector<std::string>& uses() const { return m_uses; }
    /// Called wherever a connection is used.
    static void note(const std::string& use);
    /// Whether note() records anything on this thread.
    static bool isWatching();

private:
    std::vector<std::string> m_uses;
};

/// While it exists, a statement on this thread stops waiting for another program's lock soon after `stop` becomes true.
class LockWait
{
public:
    explicit LockWait(const std::atomic<bool>& stop);
    ~LockWait();
    LockWait(const LockWait&) = delete;
    LockWait& operator=(const LockWait&) = delete;

    /// Whether a wait on this thread was cancelled.
    static bool isStopped();

private:
    const std::atomic<bool>* m_before;
};

} // namespace knobscope
