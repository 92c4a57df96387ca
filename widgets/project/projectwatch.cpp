// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/projectwatch.h"

#include "widgets/base/coretext.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace knobscope {

namespace {

struct ProjectWords {
    Q_DECLARE_TR_FUNCTIONS(ProjectWatch)
};

QString readOnlySentence(const QString& path)
{
    return ProjectWords::tr("%1 is read-only: nothing can be measured into it. Save it elsewhere (File, Save Project As) first.")
        .arg(path);
}

} // namespace

QString ProjectWatch::begin(Project& project)
{
    end();
    m_ground.emplace(project.database());
    const QString path = QString::fromStdString(project.path());
    if (!QFileInfo(path).isWritable()) {
        return readOnlySentence(path);
    }
    m_lock = std::make_unique<ProjectLocks>(project.path());
    return m_lock->take(ProjectLocks::window) == ProjectLocks::Answer::Refused
             ? ProjectWords::tr("%1 is open in another window as well: edits and queue are those of the window that changes them "
                                "last.")
                   .arg(path)
             : QString();
}

void ProjectWatch::end()
{
    m_ground.reset();
    m_lock.reset();
}

bool ProjectWatch::isHeldElsewhere(const std::vector<RunRow>& runs, int64_t own)
{
    return std::ranges::any_of(runs, [own](const RunRow& run) { return run.isHeld && run.id != own; });
}

QString ProjectWatch::obstacle(const QString& path, const std::vector<RunRow>& runs, int64_t own)
{
    if (!QFileInfo(path).isWritable()) {
        return readOnlySentence(path);
    }
    const auto held = std::ranges::find_if(runs, [own](const RunRow& run) { return run.isHeld && run.id != own; });
    return held == runs.end()
             ? QString()
             : ProjectWords::tr("Run %1 of this project is going on in another program (%2); two would disturb each other.")
                   .arg(held->id)
                   .arg(coreText(held->holder));
}

} // namespace knobscope
