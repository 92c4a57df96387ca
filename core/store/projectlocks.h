// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>

namespace knobscope {

/// Locks of a project that all programs on this machine see, including those in other containers, and that end with their
/// process. They lie in a separate file, NAME-lock next to the project, which the last program removes: closing a descriptor of
/// the project file itself would drop SQLite's locks (see filehead.h). One byte per run, byte 0 for creating the project, and two
/// bytes at high offsets for the window and for network tuning. File systems without locks are tolerated.
class ProjectLocks
{
public:
    explicit ProjectLocks(const std::string& projectPath);
    /// Releases all locks.
    ~ProjectLocks();
    ProjectLocks(const ProjectLocks&) = delete;
    ProjectLocks& operator=(const ProjectLocks&) = delete;

    /// Held while a project is created.
    static constexpr int64_t kCreationLock = 0;
    /// Held by a window that has the project open.
    static constexpr int64_t kWindowLock = int64_t{1} << 60;
    /// Held by the program that tunes a network: its runs start one after the other, and stored data on networks and layout
    /// transforms is read, extended and written back.
    static constexpr int64_t kNetworkTuningLock = kWindowLock + 1;

    enum class Answer : uint8_t { Taken, Refused, Unavailable };
    /// Returns Refused if another owner, in this program or another, holds the lock. Grants a lock again that this object holds.
    Answer acquire(int64_t what);
    /// Retries acquire() until it succeeds, at most for `patience`.
    Answer waitFor(int64_t what, std::chrono::milliseconds patience);
    void release(int64_t what);
    const std::set<int64_t>& taken() const { return m_taken; }

    /// Whether this program or another holds the lock.
    static bool isTaken(const std::string& projectPath, int64_t what);

private:
    bool open();
    void close();
    std::string m_path;
    int m_file = -1;
    std::set<int64_t> m_taken;
};

} // namespace knobscope
