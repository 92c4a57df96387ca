// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/handin.h"

#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/base/unfinishedfile.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace knobscope {

namespace {

constexpr const char* kFormat = "knobscope-hand-in";

/// An entry as a teacher finds it: its number, lesson, step and event.
std::string nameOfEntry(const nlohmann::json& entries, size_t number)
{
    const nlohmann::json& entry = entries[number];
    const auto part = [&](const char* key) { return memberOr(entry, key, std::string("?")); };
    return fmt::format("{} of {} ({} {} {})", number + 1, entries.size(), part("lesson"), part("step"), part("event"));
}

} // namespace

Result<void> writeHandIn(const std::string& path, const LessonLog& log, const HandInFacts& facts)
{
    LessonLog whole = log;
    whole.add({{"event", "hand-in"},
               {"student", facts.student},
               {"version", facts.version},
               {"machine", facts.machine},
               {"runs", facts.runs}});
    if (whole.entries().size() == log.entries().size()) {
        return fail(ErrorCode::LimitExceeded, "The answers are too many for a hand-in; restart lessons in a new project");
    }
    std::string text = fmt::format("{{\"format\": \"{}\", \"entries\": [\n", kFormat);
    for (size_t i = 0; i < whole.entries().size(); ++i) {
        text += (i == 0 ? "" : ",\n") + jsonText(whole.entries()[i]);
    }
    text += "\n]}\n";
    auto file = TRY(UnfinishedFile::begin(path));
    std::ofstream out(file.temporaryPath(), std::ios::binary);
    if (!(out << text << std::flush)) {
        return fail(ErrorCode::Io, "{} cannot be written: {}", path, std::strerror(errno));
    }
    return file.commit();
}

const nlohmann::json& HandIn::facts() const
{
    static const nlohmann::json none;
    const bool isWhole = !entries.empty() && memberOr(entries.back(), "event", std::string()) == "hand-in";
    return isWhole ? entries.back() : none;
}

Result<HandIn> readHandIn(const std::string& path)
{
    const auto json =
        TRY(readJsonFile(path, Readable::FilesAndPipes, {.bytes = size_t{32} << 20, .depth = 16, .values = 2'000'000}));
    const nlohmann::json* entries = memberOf(json, "entries");
    if (memberOr(json, "format", std::string()) != kFormat || !entries || !entries->is_array()) {
        return fail(ErrorCode::Corrupt, "{} is no hand-in of a lesson", path);
    }
    HandIn handIn{path, *entries, {}};
    const size_t broken = firstBrokenEntry(handIn.entries);
    if (broken < handIn.entries.size()) {
        handIn.faults.push_back(phrase("{} was edited: entry {}, or one that stood before it, is not as it was written", path,
                                       nameOfEntry(handIn.entries, broken)));
    }
    if (handIn.facts().is_null()) {
        handIn.faults.push_back(phrase("{} was cut off: its last entry is not the one written when handing in", path));
    }
    int64_t previous = 0;
    for (size_t i = 0; i < handIn.entries.size(); ++i) {
        const auto time = memberOr(handIn.entries[i], "time", int64_t{0});
        if (time < previous) {
            handIn.faults.push_back(phrase("{}: the clock went back before entry {}", path, nameOfEntry(handIn.entries, i)));
            break;
        }
        previous = time;
    }
    return handIn;
}

} // namespace knobscope
