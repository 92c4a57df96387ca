// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/disturbance.h"
#include "core/measure/restartingworker.h"
#include "core/network/networkreference.h"
#include "core/network/networkreport.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace knobscope {

/// What to open, and how.
struct NetworkOpening {
    std::string network;                                         ///< a bundled one, or a file
    std::vector<std::pair<std::string, std::vector<int64_t>>> shapes; ///< of inputs, by name
    std::string target;                                          ///< a CPU's
    int threads = 1;
    nlohmann::json known =
        nlohmann::json::array(); ///< [{"task", "args", "entity", "seconds"}]: configs of tuned tasks, quickest first
    std::vector<TimedTransform> transforms;         ///< that were timed; others are estimated
    std::vector<HeldLayout> held;                   ///< layouts that are not to be chosen
    bool isPerLayer = false;                        ///< the quickest kernel of each layer, whatever layouts that brings
    bool usesCache = true;                          ///< kernels that were compiled before are taken, and new ones kept
    int slot = 0;                                   ///< 0 or 1: two can be open, to be timed in turn
};

/// Up to this difference from the interpreter's answer (a share of its largest number) a network is right: Winograd's larger
/// tiles are off by 2e-5 a layer, and errors add up over some 200 layers.
inline constexpr double largestNetworkError = 1e-3;

/// What a network computes, compared with what the interpreter does.
struct NetworkCheck {
    double error = 0;       ///< the largest of finite values, as a share of the output's largest; finite
    int64_t mismatched = 0; ///< values that are NaN or infinite where another one is right, or the reverse
    bool isRight() const { return mismatched == 0 && error <= largestNetworkError; }
};

/// Which transforms are timed.
enum class TransformsOf : uint8_t { AnyChoice, ThePlan };

/// A network in a worker process of its own, where it is compiled and run: what crashes there costs a sentence. One thread.
class NetworkRunner
{
public:
    /// `worker` as findWorker takes it. The worker runs on all cores that this process may use.
    static Result<NetworkRunner> start(const std::string& worker);

    /// The fingerprint of a network (fingerprintOf). The worker keeps what it read for open().
    Result<std::string> identify(const std::string& network,
                                 const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes,
                                 const std::atomic<bool>* stop = nullptr);
    /// Reads, compiles and loads; the network stays open.
    Result<NetworkReport> open(const NetworkOpening& opening, const std::atomic<bool>* stop = nullptr);
    /// Times the transforms that any choice of layouts could need, or that the one of slot 0 does, but those that are known; with
    /// the network of slot 0 open. Seconds at the machine's pace now.
    Result<std::vector<TimedTransform>> timeTransforms(const std::vector<TimedTransform>& known, TransformsOf which,
                                                       const std::atomic<bool>* stop = nullptr);
    /// Writes what runs the network of slot 0 without this program (see exportProgram); the name that its files have.
    Result<std::string> exportTo(const std::string& name, const std::string& folder);
    /// Runs it on random inputs, centred ones and, where that is a matter of seconds, positive ones, and compares with what the
    /// interpreter computes. `reference` is compared with instead where it is known, and is known afterwards; null: it is not
    /// kept.
    Result<NetworkCheck> check(const std::atomic<bool>* stop = nullptr, NetworkReference* reference = nullptr, int slot = 0);
    /// Seconds of each of so many runs.
    Result<std::vector<double>> time(int runs, const std::atomic<bool>* stop = nullptr, int slot = 0);
    /// Median seconds of each step of slot 0's report.
    Result<std::vector<double>> profile(int runs, const std::atomic<bool>* stop = nullptr);
    /// Bytes of memory that the networks which are open take: what the worker has now beyond what it had before, without code.
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
    size_t m_steps = 0; ///< of the network of slot 0
};

/// Refuses an answer that is not right: what such a network takes says nothing.
Result<void> checkRight(const NetworkCheck& check);

} // namespace knobscope
