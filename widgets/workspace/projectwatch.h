// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectground.h"
#include "core/store/projectlocks.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace knobscope {

/// What happens to an open project from outside: it is read-only, open in another window, tuned by another program, deleted or
/// replaced. GUI thread only.
class ProjectWatch
{
public:
    /// From now on this project, which must outlive the watch or its next begin(). What a person should know before something
    /// is measured into it, in a sentence; empty: nothing.
    QString begin(Project& project);
    void end();
    /// Whether the file was deleted, moved away or replaced since.
    bool isLost() const { return m_ground && m_ground->isLost(); }
    /// The file's, for another that takes its place.
    mode_t mode() const { return m_ground ? m_ground->mode() : 0600; }
    /// Whether another program had a run in hand when these rows were read. `own` is a run of ours.
    static bool isHeldElsewhere(const std::vector<RunRow>& runs, int64_t own);
    /// Why no run can begin here: it cannot be written to, or another program tunes into it. Empty: one can.
    static QString obstacle(const QString& path, const std::vector<RunRow>& runs, int64_t own);

private:
    std::optional<ProjectGround> m_ground;
    std::unique_ptr<ProjectLocks> m_lock; ///< shows other windows that this one is there
};

} // namespace knobscope
