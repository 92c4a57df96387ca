// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>

namespace knobscope {

/// Locks of a project that all programs on this machine see, those in other containers included, and that end with the program
/// that has them. They lie in a file of their own, NAME-lock beside the project, which the last one removes: whoever closes the
/// project file itself by other means than SQLite's drops SQLite's locks (see filehead.h). A byte for each run, byte 0 for
/// whoever makes the project, and two far behind for the window that has it open and for whoever tunes a network. Where files
/// cannot be locked everything goes on without.
class ProjectLocks
{
public:
    explicit ProjectLocks(const std::string& projectPath);
    /// Gives all back.
    ~ProjectLocks();
    ProjectLocks(const ProjectLocks&) = delete;
    ProjectLocks& operator=(const ProjectLocks&) = delete;

    /// What is locked while a project is made.
    static constexpr int64_t making = 0;
    /// What a window locks.
    static constexpr int64_t window = int64_t{1} << 60;
    /// What whoever tunes a network locks: its runs begin one after the other, and what is kept of networks and layout transforms
    /// is read, added to and written.
    static constexpr int64_t networkTuning = window + 1;

    enum class Answer : uint8_t { Taken, Refused, Unavailable };
    /// Refused: another one has it, of this program or another. What one has already is taken again at once.
    Answer take(int64_t what);
    /// Tries until it is there, at most so long.
    Answer waitFor(int64_t what, std::chrono::milliseconds patience);
    void giveBack(int64_t what);
    const std::set<int64_t>& taken() const { return m_taken; }

    /// Whether anyone has it, of this program or another.
    static bool isTaken(const std::string& projectPath, int64_t what);

private:
    bool open();
    void close();
    std::string m_path;
    int m_file = -1;
    std::set<int64_t> m_taken;
};

} // namespace knobscope
