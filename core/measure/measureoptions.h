// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace knobscope {

/// How kernels are built and timed; names as AutoTVM's.
struct MeasureOptions {
    int number = 4;             ///< plain mode: calls averaged into one cost
    int repeat = 3;             ///< plain mode: costs taken
    int minRepeatMs = 0;        ///< plain mode: a cost's calls last at least this long
    double cooldownSeconds = 0; ///< wait between costs
    double timeoutSeconds = 10; ///< for building, and for running, one kernel
    double cutOff = 50; ///< a first call on a CPU that takes so many times the best config's, and 0.2 s, is stopped; 0: none
    int nParallel = 0; ///< builders; 0: one a core that is not measured on, at least 1
    bool cacheFlush = false; ///< plain mode: inputs but the first leave the cache before each cost; on a GPU the whole L2 cache
    /// Each call on a CPU finds its weights (argument 1) outside of the cores' own caches, as in a network, whose other layers'
    /// weights were there meanwhile: kernels that read them anew for each tile lose by it. With more threads than one, each has
    /// written a part of the image (argument 0), as a network's layer before: kernels that divide channels lose by that.
    bool coldWeights = false;
    bool check = false; ///< compare the output with the operator's definition
    int threads = 1; ///< the kernel's threads, each on a core of its own
    bool paired = true; ///< time alternately with the best kernel so far (docs/decisions/0005)
    bool thorough = false; ///< in pairs with the anchor until its speed-up is known to 1 %, or for 3 s; not with the best so far
    uint64_t seed = 0; ///< of the random inputs
    std::string device; ///< of several GPUs the one to measure on, "cuda:1"; empty: the first
    int64_t memoryLimitBytes = 0; ///< of a worker; 0: none
    std::string worker; ///< path of knobscope-worker; empty: next to this program, or $KNOBSCOPE_WORKER
};

/// What times must have in common to be of one run.
struct TimingKind {
    int threads = 1;
    bool coldWeights = false;

    friend bool operator==(const TimingKind&, const TimingKind&) = default;
};

} // namespace knobscope
