// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/tuning/profiledkernels.h"
#include "core/worker/networkrunner.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// A network to run as a whole on this machine's CPU.
struct WholeNetwork {
    std::string network; ///< a bundled one, or a file
    std::vector<std::pair<std::string, std::vector<int64_t>>> shapes; ///< of inputs, by name
    Target target;
    int threads = 1;
    std::string worker; ///< as for findWorker
    std::vector<FixedLayout> held; ///< fixed layouts, which are not chosen
    std::string fingerprint = {}; ///< fingerprintOf() it with these shapes and precision: the key of its data in a project
    PrecisionChoice precision = {};
    RunInputs inputs = {};
};

/// Sets the fingerprint of the network that the worker reads; the worker keeps it for NetworkRunner::open().
Result<void> identify(NetworkRunner& runner, WholeNetwork& network, const std::atomic<bool>* stop = nullptr);

/// Options to open it: the best configs of the project's runs for each pair of layouts, their profiled times in this network, and
/// the transforms timed by the project; untuned without a project. Where a tuning did not make the whole network faster, its
/// earlier kernels (storedProgram()), unless layouts are held. Rejects the target of a GPU, and of a CPU other than this one.
Result<NetworkOpening> openingOf(const WholeNetwork& network, Project* project);
/// The same with configs as timed by tuning, outside the network.
Result<NetworkOpening> openingWithoutProfile(const WholeNetwork& network, Project* project);

/// Configs (chosenConfigs()) of the program that the last tuning of this network did not beat, run as a whole; null if there is
/// none, or if the project's best configs (`results`, as from openingWithoutProfile()) are others by now.
Result<nlohmann::json> storedProgram(Project& project, const WholeNetwork& network, const nlohmann::json& results);
/// Key and value that store it, as text; `known` null: the value is empty, which deletes the key.
std::pair<std::string, std::string> programEntry(const WholeNetwork& network, const nlohmann::json& results,
                                                 const nlohmann::json& known);

/// Kernels that a project has profiled in this network, for its target and number of threads: by the network's fingerprint, else
/// by its name, the key of earlier versions (docs/decisions/0037).
Result<std::vector<ProfiledKernel>> storedProfile(Project& project, const WholeNetwork& network);
/// Key and value (profileToJson()) that store them in a project.
std::pair<std::string, nlohmann::json> profileEntry(const WholeNetwork& network, std::span<const ProfiledKernel> seen);

/// Number of runs, 5 to 100, that take about `wanted` seconds. Runs the network a few times to estimate that.
Result<int> runsWithin(NetworkRunner& runner, double wanted, const std::atomic<bool>* stop = nullptr);
/// Number of runs, `fewest` or more, that take a second or more: short networks run between the slow phases of a machine, or in
/// one, so that a few milliseconds tell neither their time nor its interval. Runs the network a few times to estimate that.
Result<int> runsOfASecond(NetworkRunner& runner, int fewest);
/// Times `runs` runs, after a quarter as many to warm up caches and clocks.
Result<NetworkSamples> timeWarm(NetworkRunner& runner, int runs, const std::atomic<bool>* stop = nullptr);

/// A recorded run of the whole network.
struct WholeRun {
    double at = 0; ///< Unix time
    double seconds = 0; ///< median of several runs
    double predictedSeconds = 0; ///< the layers' best at the time; 0: unknown
    int64_t trials = 0; ///< until then in the same tuning; -1: outside a tuning
    double elapsed = 0; ///< seconds since the start of that tuning
    std::optional<double> error = {}; ///< largest difference from the reference (NetworkRunner::check); nullopt: not checked
    bool isDisturbed = false; ///< other programs used the machine meanwhile

    /// Returns true if the output was checked and correct. The time of any other run is meaningless and not shown.
    bool isCorrect() const { return error && *error <= kMaxNetworkError; }
};
/// Runs of a network (found as by storedProfile()) stored in a project, for its target and number of threads, oldest first.
/// Skips malformed entries. Earlier versions stored runs without checking their outputs.
Result<std::vector<WholeRun>> storedWholeRuns(Project& project, const WholeNetwork& network);
/// Key and value that store the newest 500 of them in a project: [[at, seconds, predicted, trials, elapsed, error, disturbed]].
std::pair<std::string, nlohmann::json> wholeRunsEntry(const WholeNetwork& network, std::span<const WholeRun> runs);

} // namespace knobscope
