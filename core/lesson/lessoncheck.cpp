// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessoncheck.h"

#include <algorithm>

namespace knobscope {

namespace {

using Says = StepVerdict::Says;

bool isRightChoice(const LessonStep& step, const LessonState& state, const std::string& key)
{
    const auto found = std::ranges::find(step.choices, key, &LessonChoice::key);
    return found != step.choices.end() && found->when && holds(*found->when, state);
}

/// Answer while the check does not hold.
StepVerdict unmet(const LessonStep& step, const LessonState& state)
{
    const auto wrong = std::ranges::find_if(step.wrong, [&](const WrongState& w) { return holds(w.when, state); });
    return wrong == step.wrong.end() ? StepVerdict{Says::Missing, {}} : StepVerdict{Says::Wrong, wrong->key};
}

} // namespace

StepText filledIn(StepText text, const LessonState& state)
{
    const auto fill = [&state](std::string& part) { part = fillIn(part, state); };
    fill(text.title);
    for (LessonBlock& block : text.body) {
        fill(block.text);
        std::ranges::for_each(block.items, fill);
    }
    for (auto& [key, label] : text.choices) {
        fill(label);
    }
    std::ranges::for_each(text.hints, fill);
    return text;
}

StepVerdict checkStep(const LessonStep& step, const LessonState& state, const StepProgress& progress)
{
    const bool isMet = !step.check || holds(*step.check, state);
    const bool chooses = step.kind == LessonStepKind::Predict || step.kind == LessonStepKind::Ask;
    if (chooses && progress.choice.empty()) {
        return {Says::ChooseFirst, {}};
    }
    if (!isMet) {
        return unmet(step, state);
    }
    if (step.kind == LessonStepKind::See && !step.check && !progress.hasGoneOn) {
        return {Says::Continue, {}};
    }
    if (chooses && !isRightChoice(step, state, progress.choice)) {
        return {Says::Wrong, progress.choice, step.kind == LessonStepKind::Predict, false};
    }
    const bool isFirst = step.kind != LessonStepKind::Ask || progress.firstChoice == progress.choice;
    return {Says::Right, {}, true, isFirst};
}

std::string verdictText(const StepVerdict& verdict, const StepText& text, const LessonState& state)
{
    switch (verdict.says) {
    case Says::Missing: return fillIn(text.missing, state);
    case Says::Right: return fillIn(text.right, state);
    case Says::Wrong: {
        const auto found = text.wrong.find(verdict.key);
        return fillIn(found == text.wrong.end() ? text.missing : found->second, state);
    }
    case Says::ChooseFirst:
    case Says::Continue: break;
    }
    return {};
}

} // namespace knobscope
