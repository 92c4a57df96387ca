// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/notes.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>

namespace knobscope {

Result<std::vector<NoteRow>> projectNotes(Project& project)
{
    try {
        std::vector<NoteRow> notes;
        SQLite::Statement q(project.database(), "SELECT id, coalesce(run, 0), created, text FROM note ORDER BY id");
        while (q.executeStep()) {
            notes.push_back(
                {q.getColumn(0).getInt64(), q.getColumn(1).getInt64(), q.getColumn(2).getDouble(), q.getColumn(3).getString()});
        }
        return notes;
    } catch (const SQLite::Exception& e) {
        return fail(ErrorCode::Io, "The notes of {} cannot be read: {}", project.path(), e.what());
    }
}

Result<int64_t> addNote(Project& project, int64_t run, const std::string& text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "A note needs a text");
    }
    if (run != 0) {
        if (const auto known = project.run(run); !known) {
            return fail(known);
        }
    }
    try {
        SQLite::Statement q(project.database(), "INSERT INTO note (run, created, text) VALUES (nullif(?, 0), ?, ?)");
        q.bind(1, run);
        q.bind(2, std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count());
        q.bind(3, text);
        q.exec();
        return project.database().getLastInsertRowid();
    } catch (const SQLite::Exception& e) {
        return fail(ErrorCode::Io, "The note cannot be written to {}: {}", project.path(), e.what());
    }
}

} // namespace knobscope
