// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/unnamedproject.h"

#include "core/store/project.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

namespace knobscope {

Result<QString> makeUnnamedProject()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/unsaved"));
    if (!folder.mkpath(QStringLiteral("."))) {
        return fail(ErrorCode::Io, "The folder {} for unsaved projects cannot be made", folder.path().toStdString());
    }
    const QString name = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmmss-zzz"));
    const QString path = folder.filePath(name + QStringLiteral(".knobscope"));
    const auto created = Project::open(path.toStdString(), Project::Mode::Create);
    return created ? Result<QString>(path) : fail(created);
}

bool isUnnamedProject(const QString& path)
{
    return path.contains(QStringLiteral("/unsaved/"));
}

} // namespace knobscope
