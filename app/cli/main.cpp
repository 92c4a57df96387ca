// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <string_view>

using namespace knobscope::cli;

namespace {

int run(int argc, char** argv)
{
    CLI::App app("Tune tensor kernels: browse config spaces, build and measure kernels, keep the results.", "knobscope-cli");
    app.require_subcommand(1);
    app.fallthrough();
    app.set_version_flag("--version", std::string("knobscope-cli ") + KNOBSCOPE_VERSION);
    bool json = false;
    app.add_flag("--json", json, "Write one JSON document to stdout; words go to stderr");

    const Output output(json);
    Action action;
    addDeviceCommand(app, output, action);
    addInventoryCommands(app, output, action);
    addTaskCommands(app, output, action);
    addDiffCommand(app, output, action);
    addSpaceCommand(app, output, action);
    addMeasureCommand(app, output, action);
    addTuneCommand(app, output, action);
    addResumeCommand(app, output, action);
    addExperimentCommand(app, output, action);
    addProjectCommands(app, output, action);
    addTrialCommands(app, output, action);
    addNoteCommand(app, output, action);
    addRecordCommands(app, output, action);
    addCompareCommand(app, output, action);
    addInsightCommand(app, output, action);
    addLabCommand(app, output, action);
    addTraceCommands(app, output, action);
    // CLI11 takes "[a,b]" for a list and splits it; a workload in JSON must arrive whole, and JSON does not mind the blank.
    std::vector<std::string> words;
    for (int i = argc - 1; i > 0; --i) {
        const std::string word = argv[i];
        words.push_back(word.starts_with('[') && word.ends_with(']') ? word + " " : word);
    }
    try {
        app.parse(words);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) { // --help
            return app.exit(error);
        }
        json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc; // reading may have ended before it
        return static_cast<int>(
            output.failure({knobscope::ErrorCode::InvalidArgument, std::string(error.what()) + " (--help shows the usage)"}));
    }
    return static_cast<int>(action());
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) { // nothing of ours throws this far: memory ran out, or a library has a defect
        std::fprintf(stderr, "knobscope-cli: %s\n", error.what());
        return static_cast<int>(Exit::Failure);
    }
}
