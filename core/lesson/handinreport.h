// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/lesson/handin.h"

#include <vector>

namespace knobscope {

/// A step in a hand-in, checked again with the values that were recorded when it was done.
struct HandedInStep {
    std::string key;
    StepProgress progress;
    bool isConfirmed = true; ///< the recorded values lead to the recorded verdict
};

struct HandedInLesson {
    std::string id;
    std::vector<HandedInStep> steps; ///< all of the lesson, in its order
    size_t done() const;
    size_t right() const;
    /// Minutes between the first and the last entry of each step, added up, each at most an hour.
    double minutes() const;
};

/// Lessons in a hand-in that were begun, in the order of `lessons`. Adds a fault for each step whose recorded values contradict
/// its verdict, and for each lesson that is not among `lessons`.
std::vector<HandedInLesson> handedInLessons(HandIn& handIn, const std::vector<Lesson>& lessons);

/// {"file", "intact", "faults", "student", "version", "machine", "runs", "lessons": [{"id", "done", "right", "of", "minutes",
/// "steps": [{"key", "done", "right", "choice", "first_choice", "hints", "checks", "seconds"}]}]}
nlohmann::json handInToJson(const HandIn& handIn, const std::vector<HandedInLesson>& lessons);
/// Text for a teacher.
std::string handInText(const HandIn& handIn, const std::vector<HandedInLesson>& lessons);

/// One row a student: file, student, intact, machine, minutes, hints, and "right/done/steps" of each lesson that any of them
/// began.
Table handInTable(const std::vector<HandIn>& handIns, const std::vector<std::vector<HandedInLesson>>& lessons);

} // namespace knobscope
