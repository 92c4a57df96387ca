// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/welcome/recentprojects.h"

#include "widgets/project/workspace.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace knobscope {

namespace {

constexpr int keptPaths = 12;
const QString settingsKey = QStringLiteral("recent/projects");

} // namespace

RecentProjects::RecentProjects(Workspace& workspace, QObject* parent)
    : QObject(parent)
{
    connect(&workspace, &Workspace::projectChanged, this, [this, &workspace] {
        if (!workspace.projectPath().isEmpty() && !workspace.isUntitled()) {
            add(QDir::cleanPath(QFileInfo(workspace.projectPath()).absoluteFilePath()));
        }
    });
}

QStringList RecentProjects::paths() const
{
    return QSettings().value(settingsKey).toStringList();
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
    write(all.mid(0, keptPaths));
}

void RecentProjects::remove(const QString& path)
{
    QStringList all = paths();
    all.removeAll(path);
    write(all);
}

void RecentProjects::write(const QStringList& paths)
{
    QSettings().setValue(settingsKey, paths);
    emit changed();
}

QString RecentProjects::problemWith(const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists()) {
        return tr("The file is no longer there.");
    }
    return file.isReadable() ? QString() : tr("You may not read this file.");
}

} // namespace knobscope
