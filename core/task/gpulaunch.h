// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// A number inside a knob's value that a figure is the product of.
struct KnobFactor {
    std::string knob;
    int position = -1; ///< in a split, from 0; -1: the whole value
    int64_t value = 1;

    /// "tile_y's third factor"; "num_thread_n"
    std::string text() const;
};

/// What a GPU config's knobs say of its main kernel, before there is a schedule.
struct KnobLaunch {
    bool isKnown = false;
    int64_t threads = 1;         ///< of a block
    int64_t virtualThreads = 1;
    int64_t perThread = 1;       ///< outputs of a thread, all its virtual threads together
    int64_t blocks = 0;          ///< 0: not known
    std::vector<KnobFactor> threadFactors; ///< whose product the threads are
};
KnobLaunch knobLaunch(const Task& task, const ConfigEntity& entity);

/// Bytes of a block that one reduction step copies.
struct KnobShared {
    int64_t input = 0;
    int64_t filters = 0;
};
/// The direct convolutions keep one step's input window and filters in shared memory (TVM: s[AA], s[WW].compute_at(OL, rxo)).
std::optional<KnobShared> knobShared(const Task& task, const ConfigEntity& entity);
/// The numbers of a config that make its tiles larger, and with them what they copy; largest first.
std::vector<KnobFactor> sharedFactors(const ConfigEntity& entity);

} // namespace knobscope
