// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace knobscope {

/// Options for building and timing kernels, named as in AutoTVM.
struct MeasureOptions {
    int number = 4;             ///< plain mode: calls averaged into one cost
    int repeat = 3;             ///< plain mode: number of costs
    int minRepeatMs = 0;        ///< plain mode: minimum duration of the calls of one cost
    double cooldownSeconds = 0; ///< pause between costs
    double timeoutSeconds = 10; ///< for building and for running one kernel
    double cutOff = 50; ///< CPU: stops a first call that takes this many times the best config's, and at least 0.2 s; 0: no limit
    int nParallel = 0; ///< builders; 0: one per core that is not used for timing, at least 1
    bool cacheFlush = false; ///< plain mode: evicts inputs except the first from the cache before each cost; on a GPU, flushes
                             ///< the whole L2 cache
    /// Makes each call on a CPU find its weights (argument 1) outside the cores' own caches, as in a network, where other layers'
    /// weights have replaced them: slows kernels that reread them for each tile. With several threads, each thread has written a
    /// part of the image (argument 0), like a network's previous layer: slows kernels that divide channels.
    bool coldWeights = false;
    bool check = false; ///< compare the output with the operator's definition
    int threads = 1; ///< of the kernel, each on its own core
    bool paired = true; ///< time alternately with the best kernel so far (docs/decisions/0005)
    bool thorough = false; ///< time in pairs with the anchor, instead of the best so far, until the speed-up is known to 1 %, or
                           ///< for 3 s
    uint64_t seed = 0; ///< of the random inputs
    std::string device; ///< GPU to measure on if there are several, "cuda:1"; empty: the first
    int64_t memoryLimitBytes = 0; ///< per worker; 0: none
    std::string worker; ///< path of knobscope-worker; empty: next to this program, or $KNOBSCOPE_WORKER
};

/// Conditions that all times of one run share.
struct TimingKind {
    int threads = 1;
    bool coldWeights = false;

    friend bool operator==(const TimingKind&, const TimingKind&) = default;
};

} // namespace knobscope
