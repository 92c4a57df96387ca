// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/standardstreams.h"

#include "core/base/strings.h"
#include "core/network/network.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <span>
#include <string_view>
#include <system_error>

using namespace knobscope::cli;
using knobscope::ErrorCode;
using knobscope::fail;
using knobscope::Result;

namespace {

/// Success only if the whole answer was written.
Exit checked(const Output& output, Exit ended)
{
    std::string problem = output.problem();
    if (problem.empty() && !(std::cout << std::flush)) { // output of CLI11
        problem = "The output cannot be written. Is the disk full?";
    }
    if (problem.empty()) {
        return ended;
    }
    output.note("knobscope-cli: " + problem);
    return ended == Exit::Success ? Exit::Failure : ended;
}

/// Error message for a first word that is not a command; CLI11 only reports that a command is required.
std::string unknownCommand(const CLI::App& app, std::span<char*> rawArguments)
{
    const CLI::App* level = &app;
    for (const std::string_view word : rawArguments) {
        if (word.starts_with('-')) {
            continue;
        }
        std::vector<std::string> names;
        const CLI::App* next = nullptr;
        for (const CLI::App* command : level->get_subcommands([](const CLI::App*) { return true; })) {
            names.push_back(command->get_name());
            next = names.back() == word ? command : next;
        }
        if (!next) {
            const std::string parent = level == &app ? "" : level->get_name() + " ";
            const auto meant = knobscope::findClosestName(word, names);
            return fmt::format("There is no command '{}'; {}", word,
                               meant ? fmt::format("did you mean '{}{}'?", parent, *meant)
                                     : fmt::format("the commands of knobscope-cli {}are {}", parent, fmt::join(names, ", ")));
        }
        if (next->get_require_subcommand_min() == 0) {
            break;
        }
        level = next;
    }
    return {};
}

/// Runs the chosen command. Results that it wrote are kept if memory runs out or a thread cannot be started.
Result<Exit> runAction(const Action& action, const std::string& command)
{
    try {
        return action();
    } catch (const std::bad_alloc&) {
        return fail(
            ErrorCode::LimitExceeded,
            "Memory ran out in `{}`; raise the limit (ulimit -v, the container's limit), or close other programs. Results "
            "written so far are kept; `resume` continues a run",
            command);
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again) {
            throw;
        }
        return fail(ErrorCode::LimitExceeded,
                    "No thread could be started in `{}`: there is too little memory (ulimit -v), or there are too many processes "
                    "and threads (ulimit -u). Results written so far are kept; `resume` continues a run",
                    command);
    }
}

int run(int argc, char** argv)
{
    CLI::App app("Tune tensor kernels: browse config spaces, build and measure kernels, keep the results.", "knobscope-cli");
    app.require_subcommand(1);
    app.fallthrough();
    app.set_version_flag("--version", std::string("knobscope-cli ") + KNOBSCOPE_VERSION);
    bool json = false;
    app.add_flag("--json", json, "Write one JSON document to stdout; messages go to stderr");

    const Output output(json);
    Action action;
    addDeviceCommand(app, output, action);
    addInventoryCommands(app, output, action);
    addNetworkCommands(app, output, action);
    addTaskCommands(app, output, action);
    addDiffCommand(app, output, action);
    addSpaceCommand(app, output, action);
    addScheduleCommands(app, output, action);
    addMeasureCommand(app, output, action);
    addTuneCommand(app, output, action);
    addResumeCommand(app, output, action);
    addExperimentCommand(app, output, action);
    addProjectCommands(app, output, action);
    addTrialCommands(app, output, action);
    addNoteCommand(app, output, action);
    addReportCommand(app, output, action);
    addQueryCommand(app, output, action);
    addRecordCommands(app, output, action);
    addCompareCommand(app, output, action);
    addInsightCommand(app, output, action);
    addProposalsCommand(app, output, action);
    addLabCommand(app, output, action);
    addTraceCommands(app, output, action);
    addLessonCommands(app, output, action);
    // CLI11 splits "[a,b]" as a list. A workload in JSON must stay in one piece; a trailing blank prevents the split and is
    // valid JSON.
    std::vector<std::string> rawArguments;
    for (int i = argc - 1; i > 0; --i) {
        const std::string word = argv[i];
        rawArguments.push_back(word.starts_with('[') && word.ends_with(']') ? word + " " : word);
    }
    try {
        app.parse(rawArguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) { // --help
            app.exit(error);
            return static_cast<int>(checked(output, Exit::Success));
        }
        json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc; // parsing may stop before --json
        const std::string unknown = unknownCommand(app, std::span(argv, static_cast<size_t>(argc)).subspan(1));
        const std::string sentence = unknown.empty() ? std::string(error.what()) : unknown;
        return static_cast<int>(
            output.failure({knobscope::ErrorCode::InvalidArgument, knobscope::phrase("{} (--help shows the usage)", sentence)}));
    }
    const auto ended = runAction(action, app.get_subcommands().front()->get_name());
    return static_cast<int>(checked(output, ended ? *ended : output.failure(ended.error())));
}

} // namespace

int main(int argc, char** argv)
{
    knobscope::openClosedStreams();
    std::signal(SIGXFSZ, SIG_IGN); // a file at its user's size limit then fails like a full disk
    try {
        return run(argc, argv);
    } catch (const std::exception& error) { // this program throws no exceptions up to here: a bug in a library
        std::fprintf(stderr, "knobscope-cli: %s\n", error.what());
    }
    return static_cast<int>(Exit::Failure);
}
