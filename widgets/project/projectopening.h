// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/tuning/preparedwork.h"
#include "widgets/base/latestwork.h"

#include <QString>

#include <functional>
#include <memory>

namespace knobscope {

/// The content of a project that was just opened.
struct OpenedProject {
    std::shared_ptr<Project> connection; ///< null: no project
    ProjectContents contents;
    PreparedWork prepared; ///< includes problems of reading it
};

/// Opens a project and reads it; any thread.
Result<OpenedProject> readProject(const std::string& path, Project::Mode mode = Project::Mode::ReadOnly);

/// Returns a path for a new unnamed project.
Result<QString> newUnnamedPath();
/// Whether a path is in the folder of unnamed projects.
bool isUnnamedProject(const QString& path);
/// Deletes a closed project, with the files that SQLite and the programs leave next to it.
void removeProject(const QString& path);

/// Opens projects in the background, one at a time; waits while another program locks a file. GUI thread only.
class ProjectOpening : public QObject
{
    Q_OBJECT
public:
    using Then = std::function<void(Result<OpenedProject>)>;
    using QObject::QObject;

    /// Calls `before` first, in the background, with a flag that is set on cancellation. Cancels a pending opening and calls its
    /// `then`.
    void open(const QString& path, Project::Mode mode, std::function<void(const std::atomic<bool>&)> before, Then then);
    bool isBusy() const { return m_work.isBusy(); }
    /// Path being opened.
    const QString& path() const { return m_path; }
    /// Cancels the opening and calls its `then` with an error.
    void cancel();
    /// Waits up to `timeout` for the end. Returns whether it ended.
    bool finishWithin(std::chrono::milliseconds timeout) { return m_work.finishWithin(timeout); }
    /// Waits for the end (screenshots, tests).
    void finishNow() { m_work.finishNow(); }

signals:
    /// An opening began or ended.
    void changed();

private:
    QString m_path;
    Then m_then;
    LatestWork m_work{JobLength::Long};
};

} // namespace knobscope
