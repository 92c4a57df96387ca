// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// The actions of a person in a step so far.
struct StepProgress {
    std::string choice;      ///< the current answer; empty: none
    std::string firstChoice; ///< the first one
    bool hasGoneOn = false;  ///< pressed *Continue*
    bool isDone = false;
    bool isRight = false; ///< of a done step: predicted rightly, or the first answer to a question was right
    int hints = 0;        ///< hints shown
    int checks = 0;       ///< times that *Check* was pressed
    int64_t begun = 0;    ///< Unix milliseconds; 0: not begun
    int64_t ended = 0;
};

/// Answer to the state of a step.
struct StepVerdict {
    enum class Says : uint8_t {
        Missing,     ///< the step's `missing`
        ChooseFirst, ///< there is no answer yet
        Continue,        ///< there is nothing to check: the person continues
        Wrong,       ///< the step's `wrong` with `key`
        Right
    };
    Says says = Says::Missing;
    std::string key;
    bool isDone = false;
    bool isRight = false;
};

/// A step's title, text, choices and hints with values of the state filled in.
StepText filledIn(StepText text, const LessonState& state);
/// Checks a step; microseconds.
StepVerdict checkStep(const LessonStep& step, const LessonState& state, const StepProgress& progress);
/// The text of a verdict, with values of the state filled in; empty for ChooseFirst and Continue.
std::string verdictText(const StepVerdict& verdict, const StepText& text, const LessonState& state);

} // namespace knobscope
