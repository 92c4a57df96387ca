// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/lesson/handinreport.h"
#include "core/lesson/lessonfolders.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace knobscope::cli {

namespace {

struct LessonFlags {
    std::vector<std::string> files;   ///< hand-ins
    std::vector<std::string> folders; ///< lessons elsewhere
    std::string folder;               ///< to validate
    std::string format;
};

/// Lessons of this program, of the system, and in --lesson; problems go to stderr.
Result<std::vector<Lesson>> lessonsFor(const Output& output, const LessonFlags& flags)
{
    for (const std::string& folder : flags.folders) {
        if (!std::filesystem::is_directory(folder)) {
            return fail(ErrorCode::NotFound, "There is no folder {}", folder);
        }
    }
    FoundLessons found = findLessons(lessonRoots(), flags.folders);
    for (const Sentence& problem : found.problems) {
        output.note(fmt::format("A lesson is left out: {}", problem));
    }
    return std::move(found.lessons);
}

std::vector<std::string> languagesOf(const Lesson& lesson)
{
    std::vector<std::string> languages;
    std::ranges::transform(lesson.texts, std::back_inserter(languages), [](const auto& text) { return text.first; });
    return languages;
}

nlohmann::json lessonToJson(const Lesson& lesson)
{
    nlohmann::json titles = nlohmann::json::object();
    for (const auto& [language, text] : lesson.texts) {
        titles[language] = text.title;
    }
    return {{"id", lesson.id},           {"title", lesson.text("en").title}, {"titles", titles},
            {"minutes", lesson.minutes}, {"languages", languagesOf(lesson)}, {"steps", lesson.steps.size()},
            {"folder", lesson.folder}};
}

Result<Exit> list(const Output& output, const LessonFlags& flags)
{
    const auto lessons = TRY(lessonsFor(output, flags));
    nlohmann::json documents = nlohmann::json::array();
    Table table({{"", "lesson"}, {"", "title"}, {"", "steps", "{}"}, {"", "minutes", "{}"}, {"", "languages"}});
    for (const Lesson& lesson : lessons) {
        documents.push_back(lessonToJson(lesson));
        table.add({lesson.id, lesson.text("en").title, lesson.steps.size(), lesson.minutes,
                   fmt::format("{}", fmt::join(languagesOf(lesson), ", "))});
    }
    return output.answer({{"lessons", documents}}, table.toText());
}

Result<Exit> validate(const Output& output, const LessonFlags& flags)
{
    if (!std::filesystem::is_directory(flags.folder)) {
        return fail(ErrorCode::NotFound, "There is no folder {}", flags.folder);
    }
    std::vector<std::string> folders = lessonFoldersAt(flags.folder);
    if (folders.empty()) {
        folders = {flags.folder}; // reports the missing lesson.json
    }
    nlohmann::json problems = nlohmann::json::array();
    std::string text;
    for (const std::string& folder : folders) {
        const LessonReading reading = readLessonFolder(folder);
        for (const Sentence& problem : reading.problems) {
            problems.push_back(problem.message);
            text += problem.message + "\n";
        }
        if (reading.problems.empty()) {
            text += fmt::format("{} is a valid lesson: {} steps in {}\n", folder, reading.lesson.steps.size(),
                                fmt::join(languagesOf(reading.lesson), ", "));
        }
    }
    output.answer({{"valid", problems.empty()}, {"problems", problems}}, text);
    return problems.empty() ? Exit::Success : Exit::Failure;
}

/// Hand-ins with their lessons, in the order of the files.
struct ReadHandIns {
    std::vector<HandIn> handIns;
    std::vector<std::vector<HandedInLesson>> lessons;
    bool areIntact() const { return std::ranges::all_of(handIns, &HandIn::isIntact); }
};

Result<ReadHandIns> readHandIns(const Output& output, const LessonFlags& flags)
{
    const auto lessons = TRY(lessonsFor(output, flags));
    ReadHandIns read;
    for (const std::string& file : flags.files) {
        HandIn handIn = TRY(readHandIn(file));
        read.lessons.push_back(handedInLessons(handIn, lessons));
        read.handIns.push_back(std::move(handIn));
    }
    return read;
}

Result<Exit> check(const Output& output, const LessonFlags& flags)
{
    const auto read = TRY(readHandIns(output, flags));
    nlohmann::json documents = nlohmann::json::array();
    std::string text;
    for (size_t i = 0; i < read.handIns.size(); ++i) {
        documents.push_back(handInToJson(read.handIns[i], read.lessons[i]));
        text += handInText(read.handIns[i], read.lessons[i]);
    }
    output.answer({{"intact", read.areIntact()}, {"hand_ins", documents}}, text);
    return read.areIntact() ? Exit::Success : Exit::Failure;
}

Result<Exit> table(const Output& output, const LessonFlags& flags)
{
    const auto read = TRY(readHandIns(output, flags));
    for (const HandIn& handIn : read.handIns) {
        for (const Sentence& fault : handIn.faults) {
            output.note(fault.message);
        }
    }
    const Table rows = handInTable(read.handIns, read.lessons);
    return flags.format == "csv" && !output.isJson() ? output.answer({}, rows.toCsv()) : output.answer("students", rows);
}

} // namespace

void addLessonCommands(CLI::App& app, const Output& output, Action& action)
{
    auto flags = std::make_shared<LessonFlags>();
    CLI::App* command = app.add_subcommand("lessons", "List and check lessons, and what students handed in");
    command->require_subcommand(1);
    const auto add = [&](const char* name, const char* what, auto work) {
        CLI::App* sub = command->add_subcommand(name, what);
        whenChosen(*sub, action, [=, &output] { return work(output, *flags); });
        return sub;
    };
    const auto addFolders = [&](CLI::App* sub) {
        addRepeated(*sub, "--lesson", flags->folders, "Folder of a lesson elsewhere, or of several lessons");
    };
    const auto addFiles = [&](CLI::App* sub) {
        sub->add_option("FILE", flags->files, "Files made by File > Hand In")->required();
        addFolders(sub);
    };
    addFolders(add("list", "List the lessons", list));
    add("validate", "Check a lesson's folder, or a folder of lessons, and say everything that is wrong", validate)
        ->add_option("DIR", flags->folder, "Folder of the lesson, or of several lessons")
        ->required();
    addFiles(add("check", "Check hand-ins: whether they are as the program wrote them, and which steps are right", check));
    CLI::App* rows = add("table", "Print a row for each student", table);
    addFiles(rows);
    rows->add_option("--format", flags->format, "Print the table as csv")->check(CLI::IsMember({"csv"}));
}

} // namespace knobscope::cli
