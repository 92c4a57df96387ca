// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonaction.h"

#include "core/base/strings.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace knobscope {

namespace {

/// A kind of action.
struct ActionVerb {
    std::string_view name;
    bool needsControl;
    bool needsValue;
};

constexpr std::array kVerbs{
    ActionVerb{"choose", false, true}, ActionVerb{"go", false, false}, ActionVerb{"action", false, true},
    ActionVerb{"press", true, false},  ActionVerb{"set", true, true},  ActionVerb{"tick", true, true},
    ActionVerb{"pick", true, true},    ActionVerb{"add", true, true},  ActionVerb{"toggle", true, true},
    ActionVerb{"select", true, true},  ActionVerb{"type", true, true}, ActionVerb{"undo", true, false},
    ActionVerb{"replace", true, true},
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
