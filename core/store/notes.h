// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// A note about a project, written by the user or the program.
struct NoteRow {
    int64_t id = 0;
    int64_t run = 0;    ///< 0: about the whole project
    double created = 0; ///< Unix seconds
    std::string text;
};

/// All notes, in the order written.
Result<std::vector<NoteRow>> projectNotes(Project& project);
/// Returns the new note's id. Rejects an empty text and an unknown run. Needs a project opened for writing.
Result<int64_t> addNote(Project& project, int64_t run, const std::string& text);

} // namespace knobscope
