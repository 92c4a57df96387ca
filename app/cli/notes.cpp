// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/store/notes.h"
#include "core/target/machineprofile.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

struct NoteFlags {
    std::string path;
    std::string add;
    int64_t run = 0;
    bool machine = false;
};

Result<Exit> notes(const Output& output, const NoteFlags& flags)
{
    std::string text = flags.add;
    if (flags.machine) {
        const MachineProfile& machine = thisMachine();
        text += fmt::format("{}{}, {} {}", text.empty() ? "" : " ", machine.cpu, machine.cores,
                            machine.cores == 1 ? "core" : "cores");
    }
    auto project = TRY(Project::open(flags.path, text.empty() ? Project::Mode::ReadOnly : Project::Mode::ReadWrite));
    if (!text.empty()) {
        TRY(addNote(project, flags.run, text));
    }
    const auto all = TRY(projectNotes(project));
    nlohmann::json list = nlohmann::json::array();
    std::string lines;
    for (const NoteRow& note : all) {
        list.push_back({{"note", note.id}, {"run", note.run}, {"created", note.created}, {"text", note.text}});
        lines += note.run == 0 ? note.text + "\n" : fmt::format("run {}: {}\n", note.run, note.text);
    }
    return output.answer({{"notes", list}}, lines);
}

} // namespace

void addNoteCommand(CLI::App& app, const Output& output, Action& action)
{
    auto flags = std::make_shared<NoteFlags>();
    CLI::App* command = app.add_subcommand("notes", "Show the notes in a project, or add one");
    addProjectArgument(*command, flags->path);
    command->add_option("--add", flags->add, "Add a note");
    command->add_flag("--machine", flags->machine, "Append this machine's name to the note");
    command->add_option("--run", flags->run, "Run that the new note is about (0: the project)");
    whenChosen(*command, action, [=, &output] { return notes(output, *flags); });
}

} // namespace knobscope::cli
