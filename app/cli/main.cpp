// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

using namespace knobscope::cli;

int main(int argc, char** argv)
{
    CLI::App app("Tune tensor kernels: browse config spaces, build and measure kernels, keep the results.", "knobscope-cli");
    app.require_subcommand(1);
    app.fallthrough();
    app.set_version_flag("--version", std::string("knobscope-cli ") + KNOBSCOPE_VERSION);
    bool json = false;
    app.add_flag("--json", json, "Write one JSON document to stdout; words go to stderr");

    const Output output(json);
    Action action;
    addInventoryCommands(app, output, action);
    addTaskCommands(app, output, action);
    addDiffCommand(app, output, action);
    addSpaceCommand(app, output, action);
    addMeasureCommand(app, output, action);
    addTuneCommands(app, output, action);
    addExperimentCommand(app, output, action);
    addProjectCommands(app, output, action);
    addTrialCommands(app, output, action);
    addNoteCommand(app, output, action);
    addRecordCommands(app, output, action);
    addCompareCommand(app, output, action);
    addInsightCommand(app, output, action);
    addTraceCommands(app, output, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? 0 : static_cast<int>(Exit::Usage);
    }
    return static_cast<int>(action());
}
