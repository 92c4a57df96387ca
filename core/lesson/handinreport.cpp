// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/handinreport.h"

#include "core/base/member.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace knobscope {

namespace {

constexpr int64_t kMaxStepMilliseconds = int64_t{3600} * 1000; // a step left open overnight is no work of ten hours

std::string studentOf(const HandIn& handIn)
{
    return memberOr(handIn.facts(), "student", std::string());
}

std::string cpuOf(const HandIn& handIn)
{
    return memberOr(memberOr(handIn.facts(), "machine", nlohmann::json::object()), "cpu", std::string());
}

int64_t workedMilliseconds(const StepProgress& step)
{
    return step.ended > step.begun ? std::min(step.ended - step.begun, kMaxStepMilliseconds) : 0;
}

/// Whether a "done" entry's values lead to its verdict.
bool isConfirmed(const LessonStep& step, const nlohmann::json& entry, const StepProgress& progress)
{
    LessonState state;
    if (const nlohmann::json* values = memberOf(entry, "state"); values && values->is_object()) {
        for (const auto& [name, value] : values->items()) {
            state[name] = valueOr(value, int64_t{0});
        }
    }
    const StepVerdict verdict = checkStep(step, state, progress);
    return verdict.isDone && verdict.isRight == progress.isRight;
}

/// The last "done" entry of a step; null: none.
const nlohmann::json* doneEntry(const HandIn& handIn, const std::string& lesson, const std::string& step)
{
    const nlohmann::json* found = nullptr;
    for (const nlohmann::json& entry : handIn.entries) {
        if (memberOr(entry, "event", std::string()) == "done" && memberOr(entry, "lesson", std::string()) == lesson
            && memberOr(entry, "step", std::string()) == step) {
            found = &entry;
        }
    }
    return found;
}

HandedInLesson handedIn(HandIn& handIn, const Lesson& lesson, const std::map<std::string, StepProgress>& progress)
{
    HandedInLesson out{lesson.id, {}};
    for (const LessonStep& step : lesson.steps) {
        const auto found = progress.find(step.key);
        HandedInStep handed{step.key, found == progress.end() ? StepProgress() : found->second};
        const nlohmann::json* entry = handed.progress.isDone ? doneEntry(handIn, lesson.id, step.key) : nullptr;
        if (entry && !isConfirmed(step, *entry, handed.progress)) {
            handed.isConfirmed = false;
            handIn.faults.push_back(phrase("{}: step {} of {} is recorded as done, but its recorded values do not say so",
                                           handIn.file, step.key, lesson.id));
        }
        out.steps.push_back(std::move(handed));
    }
    return out;
}

nlohmann::json stepToJson(const HandedInStep& step)
{
    const StepProgress& p = step.progress;
    return {{"key", step.key},
            {"done", p.isDone},
            {"right", p.isDone && p.isRight && step.isConfirmed},
            {"choice", p.choice},
            {"first_choice", p.firstChoice},
            {"hints", p.hints},
            {"checks", p.checks},
            {"seconds", static_cast<double>(workedMilliseconds(p)) / 1000}};
}

std::string stepText(const HandedInStep& step)
{
    const StepProgress& p = step.progress;
    const char* state = !p.isDone ? "open" : !step.isConfirmed ? "doubtful" : p.isRight ? "right" : "wrong first";
    std::string text = fmt::format("  {:<20} {}", step.key, state);
    if (!p.firstChoice.empty()) {
        text += fmt::format(", answered {}", p.firstChoice == p.choice ? p.choice : p.firstChoice + ", then " + p.choice);
    }
    if (p.hints > 0) {
        text += fmt::format(", {} hint(s)", p.hints);
    }
    return text + "\n";
}

} // namespace

size_t HandedInLesson::done() const
{
    return static_cast<size_t>(std::ranges::count_if(steps, [](const HandedInStep& s) { return s.progress.isDone; }));
}

size_t HandedInLesson::right() const
{
    return static_cast<size_t>(std::ranges::count_if(
        steps, [](const HandedInStep& s) { return s.progress.isDone && s.progress.isRight && s.isConfirmed; }));
}

double HandedInLesson::minutes() const
{
    int64_t sum = 0;
    for (const HandedInStep& step : steps) {
        sum += workedMilliseconds(step.progress);
    }
    return static_cast<double>(sum) / 60000;
}

std::vector<HandedInLesson> handedInLessons(HandIn& handIn, const std::vector<Lesson>& lessons)
{
    // The chain is checked before (readHandIn): here everything that stands in the file counts.
    std::set<std::string> begun;
    for (const nlohmann::json& entry : handIn.entries) {
        if (const std::string id = memberOr(entry, "lesson", std::string()); !id.empty()) {
            begun.insert(id);
        }
    }
    std::vector<HandedInLesson> out;
    for (const Lesson& lesson : lessons) {
        if (begun.erase(lesson.id) > 0) {
            out.push_back(handedIn(handIn, lesson, progressIn(handIn.entries, lesson.id)));
        }
    }
    for (const std::string& id : begun) {
        handIn.faults.push_back(phrase("{}: there is no lesson {} here; name its folder with --lesson", handIn.file, id));
    }
    return out;
}

nlohmann::json handInToJson(const HandIn& handIn, const std::vector<HandedInLesson>& lessons)
{
    nlohmann::json faults = nlohmann::json::array();
    for (const Sentence& fault : handIn.faults) {
        faults.push_back(fault.message);
    }
    nlohmann::json list = nlohmann::json::array();
    for (const HandedInLesson& lesson : lessons) {
        nlohmann::json steps = nlohmann::json::array();
        std::ranges::transform(lesson.steps, std::back_inserter(steps), stepToJson);
        list.push_back({{"id", lesson.id},
                        {"done", lesson.done()},
                        {"right", lesson.right()},
                        {"of", lesson.steps.size()},
                        {"minutes", lesson.minutes()},
                        {"steps", steps}});
    }
    return {{"file", handIn.file},
            {"intact", handIn.isIntact()},
            {"faults", faults},
            {"student", studentOf(handIn)},
            {"version", memberOr(handIn.facts(), "version", std::string())},
            {"machine", memberOr(handIn.facts(), "machine", nlohmann::json())},
            {"runs", memberOr(handIn.facts(), "runs", nlohmann::json::array())},
            {"lessons", list}};
}

std::string handInText(const HandIn& handIn, const std::vector<HandedInLesson>& lessons)
{
    std::string text = fmt::format("{}: {}, {}\n", handIn.file, studentOf(handIn), cpuOf(handIn));
    for (const Sentence& fault : handIn.faults) {
        text += fault.message + "\n";
    }
    if (handIn.isIntact()) {
        text += "Intact: as the program wrote it.\n";
    }
    for (const HandedInLesson& lesson : lessons) {
        text += fmt::format("{}: {} of {} steps done, {} right, {:.0f} min\n", lesson.id, lesson.done(), lesson.steps.size(),
                            lesson.right(), lesson.minutes());
        for (const HandedInStep& step : lesson.steps) {
            text += stepText(step);
        }
    }
    return text;
}

Table handInTable(const std::vector<HandIn>& handIns, const std::vector<std::vector<HandedInLesson>>& lessons)
{
    std::vector<std::string> ids;
    for (const auto& of : lessons) {
        for (const HandedInLesson& lesson : of) {
            if (std::ranges::find(ids, lesson.id) == ids.end()) {
                ids.push_back(lesson.id);
            }
        }
    }
    std::vector<TableColumn> columns{{"file", "file"},       {"student", "student"},           {"intact", "intact"},
                                     {"machine", "machine"}, {"minutes", "minutes", "{:.0f}"}, {"hints", "hints", "{}"}};
    for (const std::string& id : ids) {
        columns.emplace_back(id, id.c_str());
    }
    Table table(columns);
    for (size_t i = 0; i < handIns.size(); ++i) {
        double minutes = 0;
        int hints = 0;
        std::map<std::string, std::string> results;
        for (const HandedInLesson& lesson : lessons[i]) {
            minutes += lesson.minutes();
            results[lesson.id] = fmt::format("{}/{}", lesson.right(), lesson.steps.size());
            for (const HandedInStep& step : lesson.steps) {
                hints += step.progress.hints;
            }
        }
        const HandIn& handIn = handIns[i];
        Table::Row row{handIn.file,   studentOf(handIn),   TableCell(handIn.isIntact(), handIn.isIntact() ? "yes" : "NO"),
                       cpuOf(handIn), std::round(minutes), hints};
        for (const std::string& id : ids) {
            results.contains(id) ? row.emplace_back(results[id]) : row.emplace_back();
        }
        table.add(std::move(row));
    }
    return table;
}

} // namespace knobscope
