// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/filewatch.h"

#include "core/base/rescuefile.h"
#include "core/store/guarded.h"

#include <sqlite3.h>
#include <unistd.h>

namespace knobscope {

FileWatch::FileWatch(SQLite::Database& database)
    : m_database(database)
{
    const char* path = sqlite3_db_filename(database.getHandle(), "main");
    m_path = path ? path : "";
    m_file = FileStatus::ofPath(m_path);
    if (isLost()) {
        m_file.reset(); // lost while it was being opened
    }
}

bool FileWatch::isLost() const
{
    int hasMoved = 0; // SQLite compares only the inode
    const bool isKnown = sqlite3_file_control(m_database.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK;
    return !m_file || (isKnown && hasMoved != 0) || !m_file->isAt(m_path);
}

Sentence FileWatch::whatHappened() const
{
    return missingFileReason(m_path);
}

void FileWatch::rememberLogFiles()
{
    if (!m_log || !m_index) {
        m_log = FileStatus::ofPath(m_path + "-wal");
        m_index = FileStatus::ofPath(m_path + "-shm");
    }
}

void FileWatch::removeLogFiles()
{
    sqlite3_db_config(m_database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, static_cast<int*>(nullptr));
    for (const auto& [file, ending] : {std::pair{&m_log, "-wal"}, std::pair{&m_index, "-shm"}}) {
        if (*file && (*file)->isAt(m_path + ending)) {
            ::unlink((m_path + ending).c_str());
        }
    }
}

Sentence lossMessage(const std::string& path, const Sentence& whatHappened, const Result<Project>& rescued)
{
    return rescued ? phrase("{} {} while it was written to; its contents and the run so far are in the new project {}", path,
                            whatHappened, rescued->path())
                   : phrase("{} {} while it was written to, and its contents cannot be written elsewhere: {}", path, whatHappened,
                            rescued.error());
}

Result<Project> rescueProject(Project& lost, mode_t mode)
{
    const auto rescueInto = [&](const Result<RescueFile>& file) -> Result<Project> {
        if (!file) {
            return fail(file);
        }
        ::close(file->descriptor); // nothing else has opened the new file: there are no locks to drop
        auto rescued = guarded(file->path, [&]() -> Result<Project> {
            lost.copyInto(file->path);
            return Project::open(file->path, Project::Mode::ReadWrite);
        });
        if (!rescued) {
            ::unlink(file->path.c_str());
        }
        return rescued;
    };
    auto rescued = rescueInto(makeRescueFile(lost.path(), mode));
    return rescued ? std::move(rescued) : rescueInto(makeTemporaryRescueFile(lost.path()));
}

} // namespace knobscope
