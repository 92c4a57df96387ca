// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filestatus.h"
#include "core/store/project.h"

#include <sys/types.h>

#include <optional>
#include <string>

namespace knobscope {

/// Tracks whether the file that a connection writes to is still the one at its path. If not, the connection can still read all of
/// its data but must not write: the write-ahead log is found by name, so a program that opens the file now at that path would
/// apply our rows to it.
class FileWatch
{
public:
    explicit FileWatch(SQLite::Database& database);

    /// Whether the file was deleted, moved or replaced.
    bool isLost() const;
    /// "was deleted or moved away" or "was replaced by another file".
    Sentence whatHappened() const;
    mode_t mode() const { return m_file ? m_file->mode : 0600; }
    /// Records the identity of the -wal and -shm files. Call it after a write, while the file is not lost.
    void rememberLogFiles();
    /// Removes the lost file's -wal and -shm files if they are still at their paths, and prevents the connection from changing
    /// files with those names when it is closed.
    void removeLogFiles();

private:
    SQLite::Database& m_database;
    std::string m_path; ///< with symbolic links resolved
    std::optional<FileStatus> m_file;
    std::optional<FileStatus> m_log;
    std::optional<FileStatus> m_index;
};

/// Message about the loss of a project and the result of its rescue.
Sentence lossMessage(const std::string& path, const Sentence& whatHappened, const Result<Project>& rescued);

/// Copies all data that a lost project's connection still sees to a new file next to the old path (in the temporary folder if
/// that fails), and opens it for writing.
Result<Project> rescueProject(Project& lost, mode_t mode);

} // namespace knobscope
