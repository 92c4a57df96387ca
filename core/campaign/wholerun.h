// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/seenkernels.h"
#include "core/network/networkrunner.h"
#include "core/store/project.h"

#include <cstdint>
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
};

/// How to open it: with the best configs of the project's runs for each pair of layouts, what they were seen to take in this
/// network, and the transforms that it has timed; untuned without a project. Refuses the target of a GPU, and of a CPU that is
/// not this one.
Result<NetworkOpening> openingOf(const WholeNetwork& network, Project* project);
/// The same with configs as tuning timed them, alone.
Result<NetworkOpening> openingAlone(const WholeNetwork& network, Project* project);

/// The kernels of this network that a project has seen in it, on its target and so many threads.
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
};
/// What a project keeps of a network on a target with so many threads, oldest first. What is none is left out.
Result<std::vector<WholeRun>> keptWholeRuns(Project& project, const std::string& network, const Target& target, int threads);
/// The project's value that keeps them, the newest 500 of them: its key, and [[at, seconds, predicted, trials, elapsed]].
std::pair<std::string, nlohmann::json> wholeRunsToKeep(const std::string& network, const Target& target, int threads,
                                                       std::span<const WholeRun> runs);

} // namespace knobscope
