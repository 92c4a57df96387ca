// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/readlesson.h"

#include <string>
#include <vector>

namespace knobscope {

/// Lessons that could be read, in the order of their folders' names ("01-cost" before "10-networks"), and what is wrong with the
/// others. Of two lessons with the same id the first one found counts.
struct FoundLessons {
    std::vector<Lesson> lessons;
    std::vector<Sentence> problems;
};

/// Folders of the lessons at a place: itself, or those directly below it in the order of their names; none: there is no lesson.
std::vector<std::string> lessonFoldersAt(const std::string& folder);
/// Folders that hold lessons: of this program (share/knobscope/lessons beside its folder), of the system and of the user
/// ($XDG_DATA_HOME/knobscope/lessons).
std::vector<std::string> lessonRoots();
/// Reads all lessons below these roots, at most 200, and those in `more`, each a lesson's folder or a root. Some milliseconds.
FoundLessons findLessons(const std::vector<std::string>& roots, const std::vector<std::string>& more = {});

} // namespace knobscope
