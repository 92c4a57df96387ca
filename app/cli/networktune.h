// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace knobscope::cli {

/// Adds `network tune` to `network`.
void addNetworkTune(CLI::App& network, const Output& output, Action& action);

} // namespace knobscope::cli
