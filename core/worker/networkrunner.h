// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/networkreport.h"
#include "core/network/precision.h"
#include "core/network/runinputs.h"
#include "core/timing/disturbance.h"
#include "core/worker/networkcheck.h"
#include "core/worker/restartingworker.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace knobscope {

/// Parameters for opening a network.
struct NetworkOpening {
    std::string network;                                         ///< a bundled network or a file
    std::vector<std::pair<std::string, std::vector<int64_t>>> shapes; ///< of inputs, by name
    std::string target;                                          ///< a CPU target
    int threads = 1;
    nlohmann::json known =
        nlohmann::json::array(); ///< [{"task", "args", "entity", "seconds"}]: configs of tuned tasks, fastest first
    std::vector<TimedTransform> transforms;         ///< timed ones; others are estimated
    std::vector<FixedLayout> held;                   ///< layouts that the user fixed
    bool isPerLayer = false;                        ///< chooses the fastest kernel of each layer, ignoring transforms
    bool usesCache = true;                          ///< reads and writes the cache of compiled kernels
    bool isKept = false; ///< `known` are the kernels of an earlier program, which a tuning did not beat (storedProgram())
    int slot = 0;                                   ///< 0 or 1: two networks can be open, to be timed alternately
    PrecisionChoice precision = {};
    RunInputs inputs = {}; ///< the first set of them
};

/// Transforms to time.
enum class TransformSet : uint8_t { AllPossible, PlanOnly };

/// Runs of a network, one value of each per run.
struct NetworkSamples {
    std::vector<double> seconds;
    std::vector<double> paces; ///< the machine's pace before the run (PaceGauge), sampled on one core
};

/// Two networks timed alternately, one value of each per pair.
struct NetworkPairs {
    std::vector<double> first, second; ///< seconds of slot 0 and of slot 1
    std::vector<double> paces;         ///< before the pair, as in NetworkSamples
};

/// Compiles and runs a network in a worker process; a crash there becomes an error. Use from one thread.
class NetworkRunner
{
public:
    /// `worker` is an argument of findWorker. The worker uses all cores that this process may use.
    static Result<NetworkRunner> start(const std::string& worker);

    /// Returns the fingerprint of a network (fingerprintOf). The worker keeps the model for open().
    Result<std::string> identify(const std::string& network,
                                 const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes,
                                 const PrecisionChoice& precision = {}, const std::atomic<bool>* stop = nullptr);
    /// Reads, compiles and loads the network, which stays open.
    Result<NetworkReport> open(const NetworkOpening& opening, const std::atomic<bool>* stop = nullptr);
    /// Times the transforms that any choice of layouts can need, or those of slot 0's plan, except for the known ones. The
    /// network must be open in slot 0. Seconds at the machine's current speed.
    Result<std::vector<TimedTransform>> timeTransforms(const std::vector<TimedTransform>& known, TransformSet which,
                                                       const std::atomic<bool>* stop = nullptr);
    /// Exports the network of slot 0 (see exportProgram). Returns the name of its files.
    Result<std::string> exportTo(const std::string& name, const std::string& folder);
    /// Runs the network on random inputs, centred ones and, if that takes only seconds, positive ones, and compares with the
    /// interpreter. Uses `reference` if it is not empty and fills it otherwise, unless it is too large for a message; null: not
    /// kept.
    Result<NetworkCheck> check(const std::atomic<bool>* stop = nullptr, NetworkReference* reference = nullptr, int slot = 0);
    /// How far slot 0's outputs are from those of slot 1, the same network in float32, on all sets of slot 0's inputs.
    Result<PrecisionError> precisionError(const std::atomic<bool>* stop = nullptr);
    /// Seconds of each of `runs` runs.
    Result<std::vector<double>> time(int runs, const std::atomic<bool>* stop = nullptr, int slot = 0);
    /// The same with the machine's pace.
    Result<NetworkSamples> sample(int runs, const std::atomic<bool>* stop = nullptr, int slot = 0);
    /// Times the networks of both slots alternately, each after a run that is not timed: the other one's weights are in the
    /// caches. Takes at least 6 pairs, and until the interval of their ratio is narrow or `maxSeconds` have passed.
    Result<NetworkPairs> timePairs(double maxSeconds, const std::atomic<bool>* stop = nullptr);
    /// Median seconds of each step of slot 0's report.
    Result<std::vector<double>> profile(int runs, const std::atomic<bool>* stop = nullptr);
    /// Memory in bytes that the open networks use: the worker's growth since it started, without code.
    Result<int64_t> memory();

private:
    explicit NetworkRunner(std::unique_ptr<RestartingWorker> worker)
        : m_worker(std::move(worker))
    {
    }
    Result<Message> askWith(Message request, const std::atomic<bool>* stop);
    Result<nlohmann::json> ask(const nlohmann::json& request, const std::atomic<bool>* stop);
    Result<std::vector<double>> seconds(const char* op, int runs, const std::atomic<bool>* stop, int slot);

    std::unique_ptr<RestartingWorker> m_worker;
    MeasuringNotice m_notice{"cpu"};
    size_t m_steps = 0; ///< number of steps of slot 0's network
};

} // namespace knobscope
