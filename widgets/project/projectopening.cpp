// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/projectopening.h"

#include "core/store/databasewatch.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace knobscope {

namespace {

/// Folder of unnamed projects, in the user's data folder.
QString unnamedFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/unsaved");
}

} // namespace

Result<QString> newUnnamedPath()
{
    const QDir folder(unnamedFolder());
    if (!folder.mkpath(QStringLiteral("."))) {
        return fail(ErrorCode::Io, "The folder {} for unsaved projects cannot be created", folder.path().toStdString());
    }
    const QString name = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmmss-zzz"));
    return folder.filePath(name + QStringLiteral(".knobscope"));
}

bool isUnnamedProject(const QString& path)
{
    return QFileInfo(path).absoluteDir() == QDir(unnamedFolder()); // QDir compares canonical paths
}

void removeProject(const QString& path)
{
    for (const char* part : {"", "-wal", "-shm", "-lock"}) {
        QFile::remove(path + QLatin1String(part));
    }
}

Result<OpenedProject> readProject(const std::string& path, Project::Mode mode)
{
    if (mode == Project::Mode::Create) {
        TRY(Project::open(path, mode));
    }
    OpenedProject opened;
    opened.connection = std::make_shared<Project>(TRY(Project::open(path, Project::Mode::ReadOnly)));
    opened.contents = TRY(opened.connection->contents());
    auto prepared = preparedWork(*opened.connection);
    if (!prepared && isLocked(prepared.error())) {
        return fail(prepared);
    }
    opened.prepared = prepared ? std::move(*prepared) : PreparedWork{{}, {}, {}, {prepared.error()}};
    return opened;
}

void ProjectOpening::open(const QString& path, Project::Mode mode, std::function<void(const std::atomic<bool>&)> before,
                          Then then)
{
    cancel();
    m_path = path;
    m_then = std::move(then);
    m_work.ask(
        [path = path.toStdString(), mode, before = std::move(before)](const std::atomic<bool>& stop) {
            const LockWait wait(stop);
            before(stop);
            while (true) {
                auto opened = readProject(path, mode);
                if (opened || !isLocked(opened.error()) || stop) {
                    return opened;
                }
            }
        },
        [this](Result<OpenedProject> opened) {
            const Then onDone = std::exchange(m_then, nullptr);
            onDone(std::move(opened));
            emit changed();
        });
    emit changed();
}

void ProjectOpening::cancel()
{
    if (!m_work.isBusy()) {
        return;
    }
    m_work.cancel();
    const Then onDone = std::exchange(m_then, nullptr);
    onDone(fail(ErrorCode::Unsupported, "{}", tr("Opening %1 was cancelled.").arg(m_path).toStdString()));
    emit changed();
}

} // namespace knobscope
