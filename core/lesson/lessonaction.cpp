// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonaction.h"

#include "core/base/strings.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace knobscope {

namespace {

constexpr std::array kVerbs{
    ActionVerb{"choose", false, true, "choose the answer with this key"},
    ActionVerb{"go", false, false, "press Continue"},
    ActionVerb{"action", false, true, "an action of the menus by its id: edit.undo"},
    ActionVerb{"press", true, false, "press a button"},
    ActionVerb{"set", true, true, "set a box, a number, a check box (on, off), or type into a line"},
    ActionVerb{"tick", true, true, "tick these rows of a list and no others, separated by commas"},
    ActionVerb{"pick", true, true, "click a row of a list or an entry of a menu"},
    ActionVerb{"add", true, true, "KNOB VALUE: one more candidate, by the + of the knob's row"},
    ActionVerb{"toggle", true, true, "KNOB VALUE: click a candidate"},
    ActionVerb{"select", true, true, "select a part of a text"},
    ActionVerb{"type", true, true, "a line at the end of a text"},
    ActionVerb{"undo", true, false, "Ctrl+Z in a text"},
    ActionVerb{"replace", true, true, "OLD -> NEW in a text; nothing as NEW deletes its line"},
};

constexpr std::array<std::string_view, 20> kViews{"welcome",  "space",   "tasks",   "config", "run",      "speed",    "trials",
                                                  "timeline", "insight", "compare", "lab",    "failures", "code",     "schedule",
                                                  "log",      "network", "lesson",  "query",  "workshop", "proposals"};

/// Takes the first word off a text.
std::string_view firstWord(std::string_view& text)
{
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

std::string meant(std::string_view word, const std::vector<std::string>& known)
{
    const auto closest = findClosestName(std::string(word), known);
    return closest ? fmt::format("; did you mean \"{}\"?", *closest) : std::string();
}

} // namespace

std::span<const ActionVerb> actionVerbs()
{
    return kVerbs;
}

std::span<const std::string_view> viewIds()
{
    return kViews;
}

Sentence problemOfControl(std::string_view id)
{
    const std::string_view view = id.substr(0, id.find('.'));
    if (std::ranges::find(kViews, view) != kViews.end()) {
        return {};
    }
    return phrase("\"{}\" is in no view: there is no view \"{}\"{}", id, view, meant(view, {kViews.begin(), kViews.end()}));
}

Result<LessonAction> parseAction(const std::string& text)
{
    std::string_view rest = text;
    LessonAction action;
    action.verb = firstWord(rest);
    const auto* verb = std::ranges::find(kVerbs, action.verb, &ActionVerb::name);
    if (verb == kVerbs.end()) {
        std::vector<std::string> names;
        std::ranges::transform(kVerbs, std::back_inserter(names), [](const ActionVerb& v) { return std::string(v.name); });
        return fail(ErrorCode::Parse, "\"{}\" begins with no verb{}; the verbs are {}", text, meant(action.verb, names),
                    fmt::join(names, ", "));
    }
    if (verb->needsControl) {
        const std::string_view id = firstWord(rest);
        const size_t dot = id.find('.');
        if (dot == std::string_view::npos || dot == 0 || dot + 1 == id.size()) {
            return fail(ErrorCode::Parse, "\"{}\" names no control, VIEW.CONTROL, after the verb", text);
        }
        if (const Sentence problem = problemOfControl(id); !problem.empty()) {
            return fail(ErrorCode::Parse, "{}", problem);
        }
        action.view = id.substr(0, dot);
        action.control = id.substr(dot + 1);
    }
    action.value = rest;
    if (verb->needsValue == action.value.empty()) {
        return verb->needsValue ? fail(ErrorCode::Parse, "\"{}\" lacks a value", text)
                                : fail(ErrorCode::Parse, "\"{}\" has \"{}\" too many at its end", text, action.value);
    }
    return action;
}

} // namespace knobscope
