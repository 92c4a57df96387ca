// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/handinreport.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

namespace {

/// Requires that rich text has no other tags than those that a text may get.
void checkTags(std::string_view richText)
{
    for (size_t at = richText.find('<'); at != std::string_view::npos; at = richText.find('<', at + 1)) {
        const std::string_view tag = richText.substr(at + 1, richText.find('>', at) - at - 1);
        bool isKnown = false;
        for (const std::string_view known : {"p", "b", "i", "code", "pre style=\"white-space: pre-wrap\"", "pre", "ul", "li"}) {
            isKnown = isKnown || tag == known || tag == "/" + std::string(known);
        }
        require(isKnown, "A text became a tag: " + std::string(tag));
    }
}

void checkBlocks(const std::vector<LessonBlock>& blocks)
{
    for (const LessonBlock& block : blocks) {
        checkTags(lessonRichText(block));
    }
}

} // namespace

/// Reads a lesson's text, or, if it begins as an object, a hand-in.
void readLessonOrHandIn(std::string_view input)
{
    if (input.starts_with('{')) {
        const MemoryFile file(input);
        if (auto handIn = readHandIn(file.path())) {
            const auto lessons = handedInLessons(*handIn, {});
            (void)handInText(*handIn, lessons);
            (void)handInToJson(*handIn, lessons).dump();
            require(LessonLog::fromJson(handIn->entries).entries().size() <= handIn->entries.size(), "A log grew");
        }
        return;
    }
    std::vector<Sentence> problems;
    const LessonText text = parseLessonText(input, problems);
    checkBlocks(text.intro);
    for (const auto& [key, step] : text.steps) {
        checkBlocks(step.body);
        checkTags(lessonRichText(step.right));
        require(step.hints.size() <= kMaxHints, "Too many hints");
        for (const auto& [wrong, sentence] : step.wrong) {
            checkTags(lessonRichText(fillIn(sentence, {})));
        }
    }
}

} // namespace knobscope::fuzz
