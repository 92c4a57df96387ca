// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/wholerun.h"
#include "core/network/networkrunner.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace knobscope {

/// A network that is open in a worker of its own.
struct OpenNetwork {
    NetworkRunner runner;
    NetworkOpening opening; ///< as it was opened
    NetworkReport report;
    std::string fingerprint; ///< empty without a project
    Sentence disturbed; ///< what spoils its times (whatDisturbs()), seen before it was opened or by lookAgain(); empty: nothing
    NetworkReference reference; ///< empty until something was compared with it
};

/// How a network is opened.
struct OpenManner {
    bool usesCache = true; ///< see NetworkOpening
    bool checks = true; ///< answers are compared with the interpreter's before times of them are kept, which may take minutes
};

/// Opens it as openingOf() says. A tuned config of one template may be slower than the untuned one of another: where the project
/// (none: empty) has tuned a layer of which nothing was seen in this network yet, its kernels are timed there first, untuned and
/// as chosen (seeKernels), for 30 s at most, and the project keeps that unless answers are not checked. `say` hears that it
/// begins, where it cannot be kept, and what disturbs.
Result<OpenNetwork> openNetwork(const WholeNetwork& network, const std::string& project, const OpenManner& manner,
                                const std::function<void(const Sentence&)>& say, const std::atomic<bool>* stop = nullptr);

/// Looks, when it was timed, whether another program measures by now.
void lookAgain(OpenNetwork& network);

/// What a network takes, as a whole and step by step.
struct NetworkProfile {
    NetworkReport report;
    std::vector<double> seconds; ///< of each run
    std::vector<double> stepSeconds; ///< of each step of the report, median; timing them slows the whole down a little
};

/// Times it for `wanted` seconds or so, at least 5 runs and at most 100, and then its steps as often.
Result<NetworkProfile> profileNetwork(OpenNetwork& network, double wanted, const std::atomic<bool>* stop = nullptr);

} // namespace knobscope
