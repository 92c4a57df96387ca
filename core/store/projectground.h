// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/filestatus.h"
#include "core/store/project.h"

#include <sys/types.h>

#include <optional>
#include <string>

namespace knobscope {

/// The file that a connection writes to, as long as it is the one under its name. After that the connection still reads all of
/// it, but must write nothing more: the write-ahead log is found by name, so that whoever opens the file that has the name now
/// would take our rows for its own.
class ProjectGround
{
public:
    explicit ProjectGround(SQLite::Database& database);

    /// Whether the file was deleted, moved away or replaced.
    bool isLost() const;
    /// "was deleted or moved away" or "was replaced by another file".
    Sentence fate() const;
    mode_t mode() const { return m_file ? m_file->mode : 0600; }
    /// To be called while it is not lost and something was written: the files beside it are known from then on.
    void rememberFilesBeside();
    /// Takes the lost file's write-ahead log and its index from their names, where they lie there still, and keeps the connection
    /// from changing what has those names when it is closed.
    void leave();

private:
    SQLite::Database& m_database;
    std::string m_path; ///< where links lead to
    std::optional<FileStatus> m_file;
    std::optional<FileStatus> m_log;
    std::optional<FileStatus> m_index;
};

/// The sentence for the loss of a project and what became of its rescue.
Sentence lossOf(const std::string& path, const Sentence& fate, const Result<Project>& rescued);

/// Writes all that a lost project's connection still sees into a new file beside its name (in the folder for temporary files
/// where that cannot be), and opens it for writing.
Result<Project> rescueProject(Project& lost, mode_t mode);

} // namespace knobscope
