// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace knobscope {

/// While one lives, it records every use of a project's SQLite connection on the thread that made it: files opened and statements
/// begun. A thread that must never wait for another program's lock, as that of a window, is tested with it. It costs other
/// threads one look at a thread-local pointer a statement. One at a time per thread.
class DatabaseWatch
{
public:
    DatabaseWatch();
    ~DatabaseWatch();
    DatabaseWatch(const DatabaseWatch&) = delete;
    DatabaseWatch& operator=(const DatabaseWatch&) = delete;

    /// In the order made: "open PATH", or the statement's SQL.
    const std::vector<std::string>& uses() const { return m_uses; }
    /// Called where a connection is used.
    static void note(const std::string& use);
    /// Whether note() records anything on this thread.
    static bool isWatching();

private:
    std::vector<std::string> m_uses;
};

/// While one lives, a statement on this thread stops waiting for another program's lock soon after `stop` became true.
class LockWait
{
public:
    explicit LockWait(const std::atomic<bool>& stop);
    ~LockWait();
    LockWait(const LockWait&) = delete;
    LockWait& operator=(const LockWait&) = delete;

    /// Whether the waiting on this thread was given up.
    static bool isStopped();

private:
    const std::atomic<bool>* m_before;
};

} // namespace knobscope
