// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/filewatch.h"
#include "core/store/projectlocks.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace knobscope {

/// Monitors outside influences on an open project: read-only, open in another window, tuned by another program, deleted or
/// replaced. GUI thread only.
class ProjectWatch
{
public:
    /// Starts watching a project, which must outlive the watch or its next begin(). Returns a warning for the user before
    /// measuring into it; empty: none.
    QString begin(Project& project);
    void end();
    /// Whether the file was deleted, moved or replaced since begin().
    bool isLost() const { return m_file && m_file->isLost(); }
    /// File mode of the project, for a file that replaces it.
    mode_t mode() const { return m_file ? m_file->mode() : 0600; }
    /// Whether another program owned a run when these rows were read. `own` is this program's run.
    static bool isOwnedElsewhere(const std::vector<RunRow>& runs, int64_t own);
    /// Returns why no run can begin: the file is read-only, or another program tunes into it. Empty: none.
    static QString obstacle(const QString& path, const std::vector<RunRow>& runs, int64_t own);

private:
    std::optional<FileWatch> m_file;
    std::unique_ptr<ProjectLocks> m_lock; ///< marks the project as open for other windows
};

} // namespace knobscope
