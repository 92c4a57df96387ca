// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/welcome/recentprojects.h"

#include "widgets/project/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace knobscope {

namespace {

constexpr int kMaxPaths = 12;
const QString kSettingsKey = QStringLiteral("recent/projects");

} // namespace

RecentProjects::RecentProjects(Workspace& workspace, QObject* parent)
    : QObject(parent)
{
    const auto addOpen = [this, &workspace] {
        if (!workspace.projectPath().isEmpty() && !workspace.isUntitled()) {
            add(QDir::cleanPath(QFileInfo(workspace.projectPath()).absoluteFilePath()));
        }
    };
    connect(&workspace, &Workspace::projectChanged, this, addOpen);
    addOpen();
}

QStringList RecentProjects::paths()
{
    return QSettings().value(kSettingsKey).toStringList();
}

void RecentProjects::add(const QString& path)
{
    // An unnamed project is first announced as opened and only then as unnamed.
    if (isUnnamedProject(path)) {
        return;
    }
    QStringList all = paths();
    all.removeAll(path);
    all.prepend(path);
    write(all.mid(0, kMaxPaths));
}

void RecentProjects::remove(const QString& path)
{
    QStringList all = paths();
    all.removeAll(path);
    write(all);
}

void RecentProjects::write(const QStringList& paths)
{
    QSettings().setValue(kSettingsKey, paths);
    emit changed();
}

QString RecentProjects::problemWith(const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists()) {
        return tr("The file no longer exists.");
    }
    return file.isReadable() ? QString() : tr("You do not have permission to read this file.");
}

} // namespace knobscope
