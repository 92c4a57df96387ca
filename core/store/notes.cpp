// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/notes.h"

#include "core/store/guarded.h"
#include "core/store/query.h"

namespace knobscope {

Result<std::vector<NoteRow>> projectNotes(Project& project)
{
    return guarded(project.path(), [&]() -> Result<std::vector<NoteRow>> {
        return Query(project.database(), "SELECT id, coalesce(run, 0), created, text FROM note ORDER BY id")
            .all(&NoteRow::id, &NoteRow::run, &NoteRow::created, &NoteRow::text);
    });
}

Result<int64_t> addNote(Project& project, int64_t run, const std::string& text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "A note needs text");
    }
    if (run != 0) {
        TRY(project.run(run));
    }
    return guarded(project.path(), [&]() -> Result<int64_t> {
        Query(project.database(), "INSERT INTO note (run, created, text) VALUES (nullif(?, 0), ?, ?)", run, unixNow(), text)
            .run();
        return project.database().getLastInsertRowid();
    });
}

} // namespace knobscope
