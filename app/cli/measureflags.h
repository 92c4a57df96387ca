// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measureoptions.h"

namespace CLI {
class App;
}

namespace knobscope::cli {

/// The measuring options, named as AutoTVM's, on a command.
void addMeasureFlags(CLI::App& command, MeasureOptions& options);

} // namespace knobscope::cli
