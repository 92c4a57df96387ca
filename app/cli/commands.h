// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include <functional>

namespace CLI {
class App;
}

namespace knobscope {
struct ExtractedTasks;
struct Target;
} // namespace knobscope

namespace knobscope::cli {

/// Action to run after parsing the command line; set by the chosen subcommand. main() reports failures.
using Action = std::function<Result<Exit>()>;

/// Sets `work` as the action if the command line chooses the command.
void whenChosen(CLI::App& command, Action& action, const Action& work);

/// Each function adds its subcommands to `app`. A new command is one file with such a function and one line in main.cpp.
void addDeviceCommand(CLI::App& app, const Output& output, Action& action);
void addNetworkCommands(CLI::App& app, const Output& output,
                        Action& action);   ///< network list|import|check|tune|run|profile|layout|whatif|export
void addNetworkTune(CLI::App& network, const Output& output, Action& action);          ///< below `network`
void addNetworkRunCommands(CLI::App& network, const Output& output, Action& action);   ///< likewise
void addNetworkPrecisions(CLI::App& network, const Output& output, Action& action);    ///< likewise
void addNetworkLayoutCommand(CLI::App& network, const Output& output, Action& action); ///< likewise
void addNetworkWhatIfCommand(CLI::App& network, const Output& output, Action& action); ///< likewise
void addInventoryCommands(CLI::App& app, const Output& output, Action& action); ///< networks, templates, tuners
void addTaskCommands(CLI::App& app, const Output& output, Action& action);      ///< tasks, config
void addDiffCommand(CLI::App& app, const Output& output, Action& action);
void addSpaceCommand(CLI::App& app, const Output& output, Action& action);
void addMeasureCommand(CLI::App& app, const Output& output, Action& action);
void addTuneCommand(CLI::App& app, const Output& output, Action& action);
void addResumeCommand(CLI::App& app, const Output& output, Action& action);
void addProjectCommands(CLI::App& app, const Output& output, Action& action);   ///< runs, best
void addTrialCommands(CLI::App& app, const Output& output, Action& action);     ///< trials, failures
void addExperimentCommand(CLI::App& app, const Output& output, Action& action);
void addNoteCommand(CLI::App& app, const Output& output, Action& action);          ///< notes
void addQueryCommand(CLI::App& app, const Output& output, Action& action);
void addRecordCommands(CLI::App& app, const Output& output, Action& action);    ///< records read|best|convert|query|export
void addReportCommand(CLI::App& app, const Output& output, Action& action);
void addTraceCommands(CLI::App& app, const Output& output, Action& action);     ///< trace export|import|stats
void addCompareCommand(CLI::App& app, const Output& output, Action& action);
void addLabCommand(CLI::App& app, const Output& output, Action& action);        ///< lab, lab record
void addLabRecordCommand(CLI::App& lab, const Output& output, Action& action);  ///< below `lab`
void addScheduleCommands(CLI::App& app, const Output& output, Action& action);  ///< schedule run|show|list
void addInsightCommand(CLI::App& app, const Output& output, Action& action);
void addProposalsCommand(CLI::App& app, const Output& output, Action& action);
void addLessonCommands(CLI::App& app, const Output& output, Action& action);    ///< lessons list|validate|check|table

/// Lists the networks that ship with the program: `networks` and `network list`.
Result<Exit> listNetworks(const Output& output);
/// Lists a network's tasks, for `tasks` and `network import`. Creates each task, since the list includes its space and
/// AutoTVM's operation count.
Result<Table> listTasks(const ExtractedTasks& extracted, const Target& target);

} // namespace knobscope::cli
