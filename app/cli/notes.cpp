// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/store/notes.h"
#include "core/target/machineprofile.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

struct NoteFlags {
    std::string path;
    std::string add;
    NoteSubject about;
    int64_t remove = 0;
    std::string tag;
    bool machine = false;
};

/// Whether a note is about the subject, or about a part of it: a trial of the run. Everything is a part of the project.
bool isWanted(const NoteRow& note, const NoteSubject& about)
{
    return (about.run == 0 || note.about.run == about.run) && (about.trial == 0 || note.about.trial == about.trial)
        && (about.task.empty() || note.about.task == about.task)
        && (about.network.empty() || note.about.network == about.network);
}

Result<Exit> notes(const Output& output, const NoteFlags& flags)
{
    std::string text = flags.add;
    if (flags.machine) {
        const MachineProfile& machine = thisMachine();
        text += fmt::format("{}{}, {} {}", text.empty() ? "" : " ", machine.cpu, machine.cores,
                            machine.cores == 1 ? "core" : "cores");
    }
    if (text.empty() && flags.remove == 0 && flags.about.trial != 0 && flags.about.run == 0) {
        return fail(ErrorCode::InvalidArgument, "--trial needs --run");
    }
    const bool isWriting = !text.empty() || flags.remove != 0;
    auto project = TRY(Project::open(flags.path, isWriting ? Project::Mode::ReadWrite : Project::Mode::ReadOnly));
    if (flags.remove != 0) {
        TRY(removeNote(project, flags.remove));
    }
    if (!text.empty()) {
        TRY(addNote(project, flags.about, text));
    }
    const auto all = TRY(projectNotes(project));
    nlohmann::json list = nlohmann::json::array();
    std::string lines;
    for (const NoteRow& note : all) {
        const std::vector<std::string> tags = tagsOf(note.text);
        if ((!isWriting && !isWanted(note, flags.about))
            || (!flags.tag.empty() && std::ranges::find(tags, flags.tag) == tags.end())) {
            continue;
        }
        nlohmann::json one{
            {"note", note.id}, {"run", note.about.run}, {"created", note.created}, {"text", note.text}, {"tags", tags}};
        if (note.about.trial != 0) {
            one["trial"] = note.about.trial;
        }
        if (!note.about.task.empty()) {
            one["task"] = note.about.task;
        }
        if (!note.about.network.empty()) {
            one["network"] = note.about.network;
        }
        list.push_back(std::move(one));
        const Sentence about = subjectText(note.about);
        lines += (about.empty() ? "" : about.message + ": ") + note.text + "\n";
    }
    return output.answer({{"notes", list}}, lines);
}

} // namespace

void addNoteCommand(CLI::App& app, const Output& output, Action& action)
{
    auto flags = std::make_shared<NoteFlags>();
    CLI::App* command = app.add_subcommand("notes", "Show the notes in a project, add one, or delete one");
    addProjectArgument(*command, flags->path);
    command->add_option("--add", flags->add, "Add a note");
    command->add_flag("--machine", flags->machine, "Append this machine's name to the note");
    command->add_option("--run", flags->about.run, "Run that the new note is about (0: the project); without one, show its notes")
        ->check(between(0, kMaxTrials));
    command->add_option("--trial", flags->about.trial, "The same for a trial of that run")->check(between(1, kMaxTrials));
    command->add_option("--task", flags->about.task, "The same for a task, by its label: resnet-18:2");
    command->add_option("--network", flags->about.network, "The same for a network");
    command->add_option("--tag", flags->tag, "Show only notes with this tag, a word that begins with # in the text")
        ->transform([](const std::string& text) { return text.starts_with('#') ? text.substr(1) : text; });
    command->add_option("--remove", flags->remove, "Delete the note with this number")->check(between(1, kMaxTrials));
    whenChosen(*command, action, [=, &output] { return notes(output, *flags); });
}

} // namespace knobscope::cli
