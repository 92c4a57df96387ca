// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/measure/measureoptions.h"
#include "core/task/target.h"

#include <cstdint>
#include <functional>

namespace CLI {
class App;
}

namespace knobscope::cli {

/// The measuring options, named as AutoTVM's, on a command.
void addMeasureFlags(CLI::App& command, MeasureOptions& options);

/// Those of them that say what workers take of the machine, for a command that must know which were given.
void addWorkerFlags(CLI::App& command, std::function<void(int builders)> onBuilders, std::function<void(int64_t bytes)> onMemory);

/// That the number of a config can be read: CLI11 takes the largest integer for what is larger. For check().
std::string isConfigNumber(const std::string& text);

/// Refuses a device named for a CPU task; says on stderr when kernels get more threads than this machine has cores.
Result<void> checkMeasuring(const Output& output, const Target& target, const MeasureOptions& options);

} // namespace knobscope::cli
