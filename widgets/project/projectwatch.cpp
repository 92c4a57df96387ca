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
    return ProjectWords::tr(
               "%1 is read-only, so new results cannot be saved in it. Save it elsewhere first (File > Save Project As).")
        .arg(path);
}

} // namespace

QString ProjectWatch::begin(Project& project)
{
    end();
    m_file.emplace(project.database());
    const QString path = QString::fromStdString(project.path());
    if (!QFileInfo(path).isWritable()) {
        return readOnlySentence(path);
    }
    m_lock = std::make_unique<ProjectLocks>(project.path());
    return m_lock->acquire(ProjectLocks::kWindowLock) == ProjectLocks::Answer::Refused
             ? ProjectWords::tr(
                   "%1 is also open in another window. The last change to the edits, the queue and the schedules, in either window, is kept.")
                   .arg(path)
             : QString();
}

void ProjectWatch::end()
{
    m_file.reset();
    m_lock.reset();
}

bool ProjectWatch::isOwnedElsewhere(const std::vector<RunRow>& runs, int64_t own)
{
    return std::ranges::any_of(runs, [own](const RunRow& run) { return run.isOwned && run.id != own; });
}

QString ProjectWatch::obstacle(const QString& path, const std::vector<RunRow>& runs, int64_t own)
{
    if (!QFileInfo(path).isWritable()) {
        return readOnlySentence(path);
    }
    const auto held = std::ranges::find_if(runs, [own](const RunRow& run) { return run.isOwned && run.id != own; });
    return held == runs.end()
             ? QString()
             : ProjectWords::tr("Run %1 of this project is in progress in another program (%2). Only one can measure at a time.")
                   .arg(held->id)
                   .arg(coreText(held->owner));
}

} // namespace knobscope
