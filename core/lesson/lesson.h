// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonaction.h"
#include "core/lesson/lessonstate.h"
#include "core/lesson/lessontext.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// Kinds of steps, by the task that they set.
enum class LessonStepKind : uint8_t {
    Do,      ///< done when its check holds
    Predict, ///< choose an answer, then make the check hold; the answer may be wrong
    Ask,     ///< done when the right answer is chosen
    See      ///< look at a control; done when the check holds, or without one when the person continues
};

/// A possible answer.
struct LessonChoice {
    std::string key;
    std::optional<Expression> when; ///< right if this holds; none: never right
};

/// An action of the written path through a lesson, and the state that it leads to. Tests perform it in the window.
struct PathAction {
    LessonAction action;
    LessonState state;
};

/// A known wrong state, answered by the text with its key.
struct WrongState {
    std::string key;
    Expression when;
    LessonState example; ///< such a state, on top of the one at the step's begin; tests read it
    std::vector<LessonAction> path; ///< leads there from the step's begin; empty: not written
    std::vector<LessonAction> back; ///< leads from there to where the step's path can begin
};

struct LessonStep {
    std::string key;
    LessonStepKind kind = LessonStepKind::Do;
    std::optional<Expression> check;
    std::vector<LessonChoice> choices;
    std::vector<WrongState> wrong;
    std::string highlight; ///< "VIEW.CONTROL", or "VIEW" alone; empty: nothing to show
    std::vector<PathAction> path;
};

/// A lesson; see docs/manual/lessons.md.
struct Lesson {
    std::string id;
    std::string folder;
    int minutes = 0;
    std::vector<LessonStep> steps;
    std::map<std::string, LessonText> texts; ///< by language: "en", "zh_TW"

    /// Texts in a language, else in the same language of another country, else in English, else in any.
    const LessonText& text(const std::string& language) const;
    const LessonStep* step(const std::string& key) const;
};

/// "do", "predict", "ask", "see".
std::string_view toText(LessonStepKind kind);

} // namespace knobscope
