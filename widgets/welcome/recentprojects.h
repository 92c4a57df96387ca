// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace knobscope {

class Workspace;

/// The project files opened last, newest first, kept in the settings ("recent/projects"). Whatever opens a project puts it here:
/// the workspace is listened to. GUI thread only.
class RecentProjects : public QObject
{
    Q_OBJECT
public:
    explicit RecentProjects(Workspace& workspace, QObject* parent = nullptr);

    QStringList paths() const;
    void remove(const QString& path);
    /// Why a file cannot be opened now, in a sentence; empty when nothing speaks against it.
    static QString problemWith(const QString& path);

signals:
    void changed();

private:
    void add(const QString& path);
    void write(const QStringList& paths);
};

} // namespace knobscope
