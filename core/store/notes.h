// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// A text that people or the program wrote down about a project.
struct NoteRow {
    int64_t id = 0;
    int64_t run = 0;    ///< 0: about the project as a whole
    double created = 0; ///< Unix seconds
    std::string text;
};

/// In the order written.
Result<std::vector<NoteRow>> projectNotes(Project& project);
/// Needs a project opened for writing. Refuses an empty text and a run that the project does not have; gives the note's id.
Result<int64_t> addNote(Project& project, int64_t run, const std::string& text);

} // namespace knobscope
