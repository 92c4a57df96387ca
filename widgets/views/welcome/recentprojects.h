// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace knobscope {

class Workspace;

/// The recently opened project files, newest first, stored in the settings ("recent/projects"). Listens to the workspace, so
/// every opened project is added. GUI thread only.
class RecentProjects : public QObject
{
    Q_OBJECT
public:
    explicit RecentProjects(Workspace& workspace, QObject* parent = nullptr);

    static QStringList paths();
    void remove(const QString& path);
    /// Returns why a file cannot be opened now, as a sentence; empty: no known reason.
    static QString problemWith(const QString& path);

signals:
    void changed();

private:
    void add(const QString& path);
    void write(const QStringList& paths);
};

} // namespace knobscope
