// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/loop/loop.h"

namespace knobscope::cli {

/// A run that was made and where it is kept.
struct KeptRun {
    RunFinished finished;
    int64_t row = 0; ///< of the project; 0 when it is not kept
};

/// Tunes tasks with progress on stderr; Ctrl-C ends it and keeps what is finished. Results go to a project and a log where they
/// are named.
Result<std::vector<KeptRun>> tuneAndKeep(const Output& output, const std::vector<LoopTask>& tasks,
                                         const MeasureOptions& measuring, const std::string& project, const std::string& log);

/// Reads --param NAME=NUMBER into the tuner's parameters.
Result<void> readParameters(const std::vector<std::string>& texts, nlohmann::json& parameters);

} // namespace knobscope::cli
