// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace knobscope {

/// A lesson, and everything that is wrong with its folder, each problem with its file. A lesson with problems may lack steps.
struct LessonReading {
    Lesson lesson;
    std::vector<Sentence> problems;
};

/// Reads a lesson's folder: `lesson.json`, a text for each language (`en.md`), and pictures. Limits: 256 KiB a file, 60 steps,
/// 8 choices, 2 MiB a picture. Runs and fetches nothing.
LessonReading readLessonFolder(const std::string& folder);

} // namespace knobscope
