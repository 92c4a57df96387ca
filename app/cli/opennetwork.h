// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/taskargument.h"

#include "core/network/networkrunner.h"

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
};
void addNetworkFlags(CLI::App& command, NetworkFlags& flags);

/// How to open what the flags name: with the best configs of the project's runs for each pair of layouts, and the transforms that
/// it has timed.
Result<NetworkOpening> openingOf(const NetworkFlags& flags);

/// A network that is open in its worker.
struct OpenNetwork {
    NetworkRunner runner;
    NetworkReport report;
};
Result<OpenNetwork> openNetwork(const NetworkFlags& flags);

} // namespace knobscope::cli
