// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/taskargument.h"

#include "core/campaign/opennetwork.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace knobscope::cli {

/// What commands that run a network are told.
struct NetworkFlags {
    std::string network;
    std::string project;
    std::string worker;
    TaskOptions options; ///< target and shapes
    std::vector<std::string> held; ///< NODE=IN:OUT
    int threads = 1;
    int runs = 50;
    bool skipsCache = false;
    bool skipsCheck = false; ///< of what it computes
};
void addNetworkFlags(CLI::App& command, NetworkFlags& flags);
/// For commands that check what the network computes.
void addCheckFlag(CLI::App& command, NetworkFlags& flags);

Result<OpenNetwork> openNetwork(const Output& output, const NetworkFlags& flags);

} // namespace knobscope::cli
