// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessontext.h"

#include "core/base/escapehtml.h"
#include "core/base/strings.h"
#include "core/base/visibletext.h"

#include <array>
#include <optional>

namespace knobscope {

namespace {

struct Label {
    std::string_view word;
    bool hasKey;
};
constexpr std::array kLabels{Label{"choice", true}, Label{"wrong", true}, Label{"missing", false}, Label{"right", false},
                             Label{"hint", false}};

/// A line "- wrong KEY: text".
struct LabelledLine {
    std::string_view label;
    std::string key;
    std::string text;
};

std::optional<LabelledLine> labelled(std::string_view item)
{
    const size_t colon = item.find(": ");
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view head = item.substr(0, colon);
    for (const Label& label : kLabels) {
        const bool isIt = label.hasKey ? head.starts_with(std::string(label.word) + ' ') && head.find(' ') == head.rfind(' ')
                                       : head == label.word;
        if (isIt) {
            return LabelledLine{label.word, std::string(label.hasKey ? head.substr(label.word.size() + 1) : ""),
                                std::string(trimmed(item.substr(colon + 2)))};
        }
    }
    return std::nullopt;
}

class TextParser
{
public:
    explicit TextParser(std::vector<Sentence>& problems)
        : m_problems(problems)
    {
    }

    void line(std::string_view raw)
    {
        ++m_number;
        const std::string_view text = trimmed(raw);
        if (text.starts_with("```")) {
            m_isCode ? endCode() : beginCode(trimmed(text.substr(3)));
        } else if (m_isCode) {
            blocks().back().text += (blocks().back().text.empty() ? "" : "\n") + std::string(raw);
        } else if (text.starts_with("## ")) {
            beginStep(trimmed(text.substr(3)));
        } else if (text.starts_with("# ")) {
            setTitle(trimmed(text.substr(2)));
        } else if (text.starts_with("- ")) {
            item(trimmed(text.substr(2)));
        } else if (text.starts_with("![")) {
            picture(text);
        } else if (text.empty()) {
            m_open = nullptr;
        } else {
            append(text);
        }
    }

    LessonText finish()
    {
        if (m_text.title.empty()) {
            m_problems.push_back(phrase("there is no title: the first line is \"# Title\""));
        }
        return std::move(m_text);
    }

private:
    template<class... Args>
    void refuse(fmt::format_string<Args...> pattern, Args&&... args)
    {
        m_problems.push_back(phrase("line {}: {}", m_number, phrase(pattern, std::forward<Args>(args)...)));
    }

    std::vector<LessonBlock>& blocks() { return m_step ? m_step->body : m_text.intro; }

    void beginCode(std::string_view language)
    {
        m_open = nullptr;
        m_isCode = true;
        blocks().push_back({LessonBlock::Kind::Code, {}, {}, {}, language == "schedule"});
    }
    void endCode() { m_isCode = false; }

    void setTitle(std::string_view title)
    {
        m_open = nullptr;
        if (!m_text.title.empty() || m_step) {
            refuse("a lesson has one title; steps begin with \"## KEY | Title\"");
            return;
        }
        m_text.title = title;
    }

    void beginStep(std::string_view heading)
    {
        m_open = nullptr;
        const size_t bar = heading.find('|');
        const std::string key(trimmed(heading.substr(0, bar)));
        if (bar == std::string_view::npos || key.empty() || key.find(' ') != std::string::npos) {
            refuse("a step begins with \"## KEY | Title\"; its key is one word");
        } else if (m_text.steps.contains(key)) {
            refuse("there are two steps called {}", key);
        }
        m_step = &m_text.steps[key];
        m_step->title = bar == std::string_view::npos ? std::string() : trimmed(heading.substr(bar + 1));
        m_text.order.push_back(key);
    }

    void item(std::string_view text)
    {
        m_open = nullptr;
        if (const auto line = m_step ? labelled(text) : std::nullopt) {
            setLabelled(*line);
            return;
        }
        if (blocks().empty() || blocks().back().kind != LessonBlock::Kind::List) {
            blocks().push_back({LessonBlock::Kind::List, {}, {}, {}, false});
        }
        blocks().back().items.emplace_back(text);
        m_open = &blocks().back().items.back();
    }

    void setLabelled(const LabelledLine& line)
    {
        std::string* place = nullptr;
        if (line.label == "hint") {
            if (m_step->hints.size() == kMaxHints) {
                refuse("a step has at most {} hints", kMaxHints);
                return;
            }
            place = &m_step->hints.emplace_back();
        } else {
            place = line.label == "choice" ? &m_step->choices[line.key]
                  : line.label == "wrong"  ? &m_step->wrong[line.key]
                  : line.label == "right"  ? &m_step->right
                                           : &m_step->missing;
        }
        if (!place->empty()) {
            refuse("a second \"{}\" for the same place", line.label);
        }
        *place = line.text;
        m_open = place;
    }

    void picture(std::string_view text)
    {
        m_open = nullptr;
        const size_t middle = text.find("](");
        const size_t end = text.find(')', middle == std::string_view::npos ? 0 : middle);
        if (middle == std::string_view::npos || end != text.size() - 1) {
            refuse("a picture stands on a line of its own: ![what it shows](FILE)");
            return;
        }
        const std::string file(text.substr(middle + 2, end - middle - 2));
        const std::string alt(text.substr(2, middle - 2));
        if (alt.empty()) {
            refuse("picture {} has no description", file);
        }
        blocks().push_back({LessonBlock::Kind::Picture, alt, {}, file, false});
    }

    void append(std::string_view text)
    {
        if (m_open) {
            *m_open += ' ';
            *m_open += text;
            return;
        }
        blocks().push_back({LessonBlock::Kind::Paragraph, std::string(text), {}, {}, false});
        m_open = &blocks().back().text;
    }

    std::vector<Sentence>& m_problems;
    LessonText m_text;
    StepText* m_step = nullptr;
    std::string* m_open = nullptr; ///< text that the next line continues
    int m_number = 0;
    bool m_isCode = false;
};

/// A mark and the tag that it stands for.
struct Mark {
    std::string_view mark;
    std::string_view tag;
};
constexpr std::array kMarks{Mark{"`", "code"}, Mark{"**", "b"}, Mark{"*", "i"}};

} // namespace

LessonText parseLessonText(std::string_view text, std::vector<Sentence>& problems)
{
    TextParser parser(problems);
    for (const std::string& line : splitText(text, '\n')) {
        parser.line(visibleText(line));
    }
    return parser.finish();
}

std::string lessonRichText(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const size_t at = text.find_first_of("`*");
        out += escapeHtml(text.substr(0, at));
        if (at == std::string_view::npos) {
            break;
        }
        text.remove_prefix(at);
        const Mark& mark = text.front() == '`' ? kMarks[0] : text.starts_with("**") ? kMarks[1] : kMarks[2];
        const std::string_view rest = text.substr(mark.mark.size());
        const size_t end = rest.find(mark.mark);
        if (end == std::string_view::npos || end == 0 || rest.front() == ' ') { // 2 * 3, and marks without an end
            out += mark.mark;
            text = rest;
            continue;
        }
        const std::string_view inside = rest.substr(0, end);
        out += fmt::format("<{0}>{1}</{0}>", mark.tag, mark.tag == "b" ? lessonRichText(inside) : escapeHtml(inside));
        text = rest.substr(end + mark.mark.size());
    }
    return out;
}

std::string lessonRichText(const LessonBlock& block)
{
    switch (block.kind) {
    case LessonBlock::Kind::Paragraph: return "<p>" + lessonRichText(block.text) + "</p>";
    case LessonBlock::Kind::Code: return "<pre style=\"white-space: pre-wrap\">" + escapeHtml(block.text) + "</pre>";
    case LessonBlock::Kind::List: {
        std::string out = "<ul>";
        for (const std::string& item : block.items) {
            out += "<li>" + lessonRichText(item) + "</li>";
        }
        return out + "</ul>";
    }
    case LessonBlock::Kind::Picture: break;
    }
    return {};
}

} // namespace knobscope
