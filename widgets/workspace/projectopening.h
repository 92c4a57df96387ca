// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/preparedwork.h"
#include "core/store/project.h"
#include "widgets/background/latestwork.h"

#include <QString>

#include <functional>
#include <memory>

namespace knobscope {

/// What is known of a project that was just opened.
struct OpenedProject {
    std::shared_ptr<Project> connection; ///< null: no project
    ProjectContents contents;
    PreparedWork prepared; ///< what of it could not be read is among its problems
};

/// Opens a project and reads it; any thread.
Result<OpenedProject> readProject(const std::string& path, Project::Mode mode = Project::Mode::ReadOnly);

/// Opens projects in the background, one at a time, and waits as long as another program holds a file's lock. GUI thread only.
class ProjectOpening : public QObject
{
    Q_OBJECT
public:
    using Then = std::function<void(Result<OpenedProject>)>;
    using QObject::QObject;

    /// `before` is called first, in the background, with what becomes true when the opening is given up. An opening that goes on
    /// is given up, and its `then` told so.
    void open(const QString& path, Project::Mode mode, std::function<void(const std::atomic<bool>&)> before, Then then);
    bool isBusy() const { return m_work.isBusy(); }
    /// What is being opened.
    const QString& path() const { return m_path; }
    /// Gives it up; its `then` is told so.
    void cancel();
    /// Waits at most so long for its end. Whether it ended.
    bool finishWithin(std::chrono::milliseconds patience) { return m_work.finishWithin(patience); }
    /// Waits for its end (pictures, tests).
    void finishNow() { m_work.finishNow(); }

signals:
    /// An opening began or ended.
    void changed();

private:
    QString m_path;
    Then m_then;
    LatestWork m_work;
};

} // namespace knobscope
