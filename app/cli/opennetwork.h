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

/// A network that is open in its worker.
struct OpenNetwork {
    NetworkRunner runner;
    NetworkOpening opening; ///< as it was opened
    NetworkReport report;
};
/// With the best configs of the project's runs for each pair of layouts, and the transforms that it has timed. A tuned config of
/// one template may be slower than the untuned one of another: where nothing of a tuned layer was seen in this network yet, its
/// kernels are timed there first, untuned and as chosen (seeKernels), and the project keeps that.
Result<OpenNetwork> openNetwork(const Output& output, const NetworkFlags& flags);

} // namespace knobscope::cli
