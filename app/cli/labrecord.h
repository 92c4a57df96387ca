// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace knobscope::cli {

/// `lab record`.
void addLabRecordCommand(CLI::App& lab, const Output& output, Action& action);

} // namespace knobscope::cli
