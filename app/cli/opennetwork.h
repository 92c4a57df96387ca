// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/precision.h"
#include "app/cli/taskargument.h"

#include "core/tuning/opennetwork.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace knobscope::cli {

/// Options of commands that run a network.
struct NetworkFlags {
    std::string network;
    std::string project;
    std::string worker;
    TaskOptions options; ///< target and shapes
    std::vector<std::string> held; ///< NODE=IN:OUT
    PrecisionFlags precision;
    int threads = 1;
    int runs = 50;
    bool hasRuns = false; ///< the user gave their number
    bool skipsCache = false;
    bool skipsCheck = false; ///< skips the check of the results
};
void addNetworkFlags(CLI::App& command, NetworkFlags& flags);
/// Adds the flag for commands that check the network's results.
void addCheckFlag(CLI::App& command, NetworkFlags& flags);

/// The network that the flags name. Reads its precision as readPrecision() does.
Result<WholeNetwork> wholeOf(const Output& output, const NetworkFlags& flags);
/// `usesKept`: see NetworkOpenOptions.
Result<OpenNetwork> openNetwork(const Output& output, const NetworkFlags& flags, bool usesKept = true);

} // namespace knobscope::cli
