// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"
#include "core/space/configspace.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>

namespace knobscope {

// What the knobs of a GPU template say of its main kernel by themselves, before there is a schedule.

/// A number inside a knob's value that a figure is the product of.
struct KnobFactor {
    std::string knob;
    int position = -1; ///< in a split, from 0; -1: the whole value
    int64_t value = 1;

    /// "tile_y's third factor"; "num_thread_n"
    Sentence text() const;
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

/// Bytes of a block that one reduction step copies.
struct KnobShared {
    int64_t input = 0;
    int64_t filters = 0;
};

/// A config of a task, as a template is asked about it.
struct ConfigQuestion {
    const ConfigSpace& space;
    const nlohmann::json& args;
    const ConfigEntity& entity;
};

/// The sizes of a split; null where the knob is none.
const std::vector<int64_t>* splitSizes(const ConfigEntity& entity, const std::string& knob);
/// The value of a knob of whole numbers; 1 where it has none.
int64_t wholeNumber(const ConfigEntity& entity, const std::string& knob);
/// The product of a split's sizes but for the outermost.
int64_t innerExtent(const std::vector<int64_t>& sizes);

/// Of a template whose splits name the parts of blocks and threads: the positions of virtual thread (-1: none) and thread in
/// each.
KnobLaunch splitLaunch(const ConfigQuestion& question, const std::vector<std::string>& knobs, int virtualThread = 1,
                       int thread = 2);

} // namespace knobscope
