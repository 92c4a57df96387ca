// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonlog.h"

#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/base/sha256.h"

#include <algorithm>
#include <chrono>

namespace knobscope {

namespace {

constexpr size_t kMaxEntries = 20'000;
constexpr const char* kFirst = "knobscope lessons";

std::string hashOf(const nlohmann::json& entries, size_t number)
{
    nlohmann::json entry = entries[number];
    entry.erase("hash");
    const std::string previous = number == 0 ? kFirst : memberOr(entries[number - 1], "hash", std::string());
    return sha256(previous + '\n' + jsonText(entry));
}

void apply(const nlohmann::json& entry, StepProgress& step)
{
    const std::string event = memberOr(entry, "event", std::string());
    const auto time = memberOr(entry, "time", int64_t{0});
    step.begun = step.begun == 0 ? memberOr(entry, "opened", time) : step.begun;
    if (event == "choose") {
        step.choice = memberOr(entry, "choice", std::string());
        step.firstChoice = step.firstChoice.empty() ? step.choice : step.firstChoice;
    } else if (event == "go") {
        step.hasGoneOn = true;
    } else if (event == "hint") {
        ++step.hints;
    } else if (event == "check") {
        ++step.checks;
    } else if (event == "done") {
        step.isDone = true;
        step.isRight = memberOr(entry, "right", false);
        step.ended = time;
    }
}

} // namespace

size_t firstBrokenEntry(const nlohmann::json& entries)
{
    const size_t count = entries.is_array() ? entries.size() : 0;
    for (size_t i = 0; i < count; ++i) {
        if (!entries[i].is_object() || memberOr(entries[i], "hash", std::string()) != hashOf(entries, i)) {
            return i;
        }
    }
    return count;
}

LessonLog LessonLog::fromJson(const nlohmann::json& json)
{
    LessonLog log;
    const size_t whole = std::min(firstBrokenEntry(json), kMaxEntries);
    for (size_t i = 0; i < whole; ++i) {
        log.m_entries.push_back(json[i]);
    }
    return log;
}

void LessonLog::add(nlohmann::json entry)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    add(std::move(entry), std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

void LessonLog::add(nlohmann::json entry, int64_t unixMilliseconds)
{
    if (m_entries.size() >= kMaxEntries) {
        return;
    }
    entry["time"] = unixMilliseconds;
    m_entries.push_back(std::move(entry));
    m_entries.back()["hash"] = hashOf(m_entries, m_entries.size() - 1);
}

std::map<std::string, StepProgress> LessonLog::progress(const std::string& lesson) const
{
    return progressIn(m_entries, lesson);
}

std::map<std::string, StepProgress> progressIn(const nlohmann::json& entries, const std::string& lesson)
{
    std::map<std::string, StepProgress> steps;
    for (const nlohmann::json& entry : entries) {
        if (memberOr(entry, "lesson", std::string()) != lesson) {
            continue;
        }
        if (memberOr(entry, "event", std::string()) == "restart") {
            steps.clear();
        } else if (const std::string step = memberOr(entry, "step", std::string()); !step.empty()) {
            apply(entry, steps[step]);
        }
    }
    return steps;
}

nlohmann::json readValues(const LessonStep& step, const LessonState& state)
{
    nlohmann::json values = nlohmann::json::object();
    const auto read = [&](const Expression& condition) {
        for (const ExpressionTerm& term : condition.terms()) {
            const auto found = state.find(nameOfTerm(term));
            values[nameOfTerm(term)] = found == state.end() ? 0 : found->second;
        }
    };
    if (step.check) {
        read(*step.check);
    }
    for (const LessonChoice& choice : step.choices) {
        if (choice.when) {
            read(*choice.when);
        }
    }
    return values;
}

} // namespace knobscope
