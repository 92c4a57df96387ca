// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// A part of a lesson's text.
struct LessonBlock {
    enum class Kind : uint8_t { Paragraph, List, Code, Picture };
    Kind kind = Kind::Paragraph;
    std::string text;               ///< Paragraph, Code; Picture: its description
    std::vector<std::string> items; ///< List
    std::string file;               ///< Picture: a file beside the lesson
    bool isSchedule = false;        ///< Code: lines for the workshop

    friend bool operator==(const LessonBlock&, const LessonBlock&) = default;
};

/// The texts of a step in one language. Texts are plain except for `**bold**`, `*italic*` and `` `code` `` (lessonRichText).
struct StepText {
    std::string title;
    std::vector<LessonBlock> body;
    std::map<std::string, std::string> choices; ///< labels by key
    std::map<std::string, std::string> wrong;   ///< answers to wrong states and choices, by key
    std::string missing;                        ///< what to do while nothing is wrong and the step is not done
    std::string right;                          ///< what a done step has shown
    std::vector<std::string> hints;

    friend bool operator==(const StepText&, const StepText&) = default;
};

/// The texts of a lesson in one language.
struct LessonText {
    std::string title;
    std::vector<LessonBlock> intro;
    std::map<std::string, StepText> steps; ///< by key
    std::vector<std::string> order;        ///< keys in the order of the file
};

constexpr size_t kMaxHints = 3;

/// Parses a lesson's text: "# Title", an introduction, and for each step "## KEY | Title" with its text and lines
/// "- choice KEY: …", "- missing: …", "- wrong KEY: …", "- right: …", "- hint: …". Code is between lines of three backquotes;
/// with "schedule" after the first three it can be put in the workshop. Problems, each with its line, are added to `problems`;
/// HTML and links are unsupported and stay text.
LessonText parseLessonText(std::string_view text, std::vector<Sentence>& problems);

/// Rich text for a label: everything is escaped, then bold, italic and code get the only tags that it can contain.
std::string lessonRichText(std::string_view text);
/// Same for blocks, without pictures.
std::string lessonRichText(const LessonBlock& block);

} // namespace knobscope
