// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectground.h"

#include "core/base/rescuefile.h"
#include "core/store/guarded.h"

#include <sqlite3.h>
#include <unistd.h>

namespace knobscope {

ProjectGround::ProjectGround(SQLite::Database& database)
    : m_database(database)
{
    const char* path = sqlite3_db_filename(database.getHandle(), "main");
    m_path = path ? path : "";
    m_file = FileStatus::at(m_path);
    if (isLost()) {
        m_file.reset(); // lost while it was being opened
    }
}

bool ProjectGround::isLost() const
{
    int hasMoved = 0; // SQLite compares only the inode
    const bool isKnown = sqlite3_file_control(m_database.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK;
    return !m_file || (isKnown && hasMoved != 0) || !m_file->isAt(m_path);
}

Sentence ProjectGround::fate() const
{
    return fateOfFileAt(m_path);
}

void ProjectGround::rememberFilesBeside()
{
    if (!m_log || !m_index) {
        m_log = FileStatus::at(m_path + "-wal");
        m_index = FileStatus::at(m_path + "-shm");
    }
}

void ProjectGround::leave()
{
    sqlite3_db_config(m_database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, static_cast<int*>(nullptr));
    for (const auto& [file, ending] : {std::pair{&m_log, "-wal"}, std::pair{&m_index, "-shm"}}) {
        if (*file && (*file)->isAt(m_path + ending)) {
            ::unlink((m_path + ending).c_str());
        }
    }
}

Sentence lossOf(const std::string& path, const Sentence& fate, const Result<Project>& rescued)
{
    return rescued ? phrase("{} {} while it was written to; its contents and the run so far are in the new project {}", path,
                            fate, rescued->path())
                   : phrase("{} {} while it was written to, and its contents cannot be written elsewhere: {}", path, fate,
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
