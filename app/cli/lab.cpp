// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/labrecord.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

void addLabCommand(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* command = app.add_subcommand("lab", "Replay tuners on recorded spaces, without a device");
    command->require_subcommand(1);
    addLabRecordCommand(*command, output, action);
}

} // namespace knobscope::cli
