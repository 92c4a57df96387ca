// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/networktime.h"
#include "core/tuning/stepbound.h"
#include "core/tuning/wholerun.h"
#include "core/worker/networkrunner.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace knobscope {

/// A network opened in a worker of its own.
struct OpenNetwork {
    NetworkRunner runner;
    NetworkOpening opening; ///< as it was opened
    NetworkReport report;
    std::string fingerprint; ///< empty without a project
    Sentence disturbed; ///< warning about load (loadWarning()), from before opening or from recheckLoad(); empty: none
    NetworkReference reference; ///< empty until the first comparison
};

/// Options for opening a network.
struct NetworkOpenOptions {
    bool usesCache = true; ///< see NetworkOpening
    bool usesKept = true; ///< opens an earlier program if a tuning did not beat it (storedProgram())
    bool checks = true; ///< compares outputs with the interpreter's before storing times, which may take minutes
};

/// Opens a network as openingOf() describes it. A tuned config of one template may be slower than the untuned one of another: if
/// the project (empty: none) has tuned a layer that was never profiled in this network, first times its kernels there, untuned
/// and as chosen (profileKernels), for at most 30 s, and stores the times in the project unless outputs are not checked.
/// `onMessage` receives the start of that, failures to store, and warnings about load.
Result<OpenNetwork> openNetwork(const WholeNetwork& network, const std::string& project, const NetworkOpenOptions& options,
                                const std::function<void(const Sentence&)>& onMessage, const std::atomic<bool>* stop = nullptr);

/// Call after timing: checks if another program is measuring now.
void recheckLoad(OpenNetwork& network);

/// Times of a network, as a whole and step by step.
struct NetworkProfile {
    NetworkReport report;
    NetworkTime time; ///< of the whole network
    std::vector<double> stepSeconds; ///< one per step of the report, median; timing the steps slows the whole network slightly
    std::optional<NetworkLimits> limits; ///< for the steps' bounds; profileNetwork() leaves it empty
};

/// Times it for about `wanted` seconds, in 5 to 100 runs, then its steps in as many.
Result<NetworkProfile> profileNetwork(OpenNetwork& network, double wanted, const std::atomic<bool>* stop = nullptr);

} // namespace knobscope
