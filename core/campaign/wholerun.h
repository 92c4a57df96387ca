// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/seenkernels.h"
#include "core/network/networkrunner.h"
#include "core/store/project.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// A network that is run as a whole, on this machine's CPU.
struct WholeNetwork {
    std::string network; ///< a bundled one, or a file
    std::vector<std::pair<std::string, std::vector<int64_t>>> shapes; ///< of inputs, by name
    Target target;
    int threads = 1;
    std::string worker; ///< as findWorker takes it
    std::vector<HeldLayout> held; ///< layouts that are not to be chosen
    std::string fingerprint = {}; ///< fingerprintOf() it with these shapes: what a project keeps of it is found by that
};

/// Fills in the fingerprint of what the worker reads, which it keeps for NetworkRunner::open().
Result<void> identify(NetworkRunner& runner, WholeNetwork& network, const std::atomic<bool>* stop = nullptr);

/// How to open it: with the best configs of the project's runs for each pair of layouts, what they were seen to take in this
/// network, and the transforms that it has timed; untuned without a project. Refuses the target of a GPU, and of a CPU that is
/// not this one.
Result<NetworkOpening> openingOf(const WholeNetwork& network, Project* project);
/// The same with configs as tuning timed them, alone.
Result<NetworkOpening> openingAlone(const WholeNetwork& network, Project* project);

/// The kernels of this network that a project has seen in it, on its target and so many threads: by the network's fingerprint,
/// and where there are none by its name, which was the key before (docs/decisions/0037).
Result<std::vector<SeenKernel>> keptSeenKernels(Project& project, const WholeNetwork& network);
/// The project's value that keeps them: its key, and seenToJson().
std::pair<std::string, nlohmann::json> seenKernelsToKeep(const WholeNetwork& network, std::span<const SeenKernel> seen);

/// So many runs take about `wanted` seconds: at least 5, at most 100. Runs it a few times, to know.
Result<int> runsWithin(NetworkRunner& runner, double wanted, const std::atomic<bool>* stop = nullptr);
/// Seconds of each of so many runs, after a quarter as many that bring it into caches and clocks up.
Result<std::vector<double>> timeWarm(NetworkRunner& runner, int runs, const std::atomic<bool>* stop = nullptr);

/// A run of the whole network, on record.
struct WholeRun {
    double at = 0; ///< Unix time
    double seconds = 0; ///< median of some runs
    double predictedSeconds = 0; ///< the layers' best then; 0: not known
    int64_t trials = 0; ///< that had been made in the same tuning; -1: it was run by itself
    double elapsed = 0; ///< seconds since that tuning began
    std::optional<double> error = {}; ///< the largest difference from the right answer (NetworkRunner::check); none: not checked
    bool isDisturbed = false; ///< others took the machine meanwhile

    /// The answer was checked, and right. The time of any other run means nothing, and is not shown.
    bool isRight() const { return error && *error <= largestNetworkError; }
};
/// What a project keeps of a network (found as keptSeenKernels() finds it) on its target with so many threads, oldest first. What
/// is none is left out. Earlier versions kept runs without checking their answers.
Result<std::vector<WholeRun>> keptWholeRuns(Project& project, const WholeNetwork& network);
/// The project's value that keeps them, the newest 500 of them: its key, and [[at, seconds, predicted, trials, elapsed, error,
/// disturbed]].
std::pair<std::string, nlohmann::json> wholeRunsToKeep(const WholeNetwork& network, std::span<const WholeRun> runs);

} // namespace knobscope
