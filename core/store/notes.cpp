// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/notes.h"

#include "core/store/query.h"

#include <chrono>

namespace knobscope {

Result<std::vector<NoteRow>> projectNotes(Project& project)
{
    try {
        return Query(project.database(), "SELECT id, coalesce(run, 0), created, text FROM note ORDER BY id")
            .all(&NoteRow::id, &NoteRow::run, &NoteRow::created, &NoteRow::text);
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
        TRY(project.run(run));
    }
    try {
        Query(project.database(), "INSERT INTO note (run, created, text) VALUES (nullif(?, 0), ?, ?)", run,
              std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(), text)
            .run();
        return project.database().getLastInsertRowid();
    } catch (const SQLite::Exception& e) {
        return fail(ErrorCode::Io, "The note cannot be written to {}: {}", project.path(), e.what());
    }
}

} // namespace knobscope
