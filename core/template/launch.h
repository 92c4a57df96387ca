// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/space/configspace.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>

namespace knobscope {

// The launch of a GPU template's main kernel as given by the knobs, before there is a schedule.

/// A number in a knob's value that is a factor of some figure.
struct KnobFactor {
    std::string knob;
    int position = -1; ///< index in a split, from 0; -1: the whole value
    int64_t value = 1;

    /// "tile_y's third factor"; "num_thread_n"
    Sentence text() const;
};

/// Launch of a GPU config's main kernel, derived from the knobs before there is a schedule.
struct KnobLaunch {
    bool isKnown = false;
    int64_t threads = 1;         ///< per block
    int64_t virtualThreads = 1;
    int64_t perThread = 1;       ///< outputs per thread, including all its virtual threads
    int64_t blocks = 0;          ///< 0: unknown
    std::vector<KnobFactor> threadFactors; ///< their product is the number of threads
};

/// Bytes that one reduction step of a block copies.
struct KnobShared {
    int64_t input = 0;
    int64_t filters = 0;
};

/// A task's config, as input of launch and shared.
struct LaunchQuery {
    const ConfigSpace& space;
    const nlohmann::json& args;
    const ConfigEntity& entity;
};

/// The sizes of a split; null if the knob is not a split.
const std::vector<int64_t>* splitSizes(const ConfigEntity& entity, const std::string& knob);
/// The value of an integer knob; 1 if it has none.
int64_t integerValue(const ConfigEntity& entity, const std::string& knob);
/// The product of a split's sizes except the outermost.
int64_t innerExtent(const std::vector<int64_t>& sizes);

/// For splits that contain blocks and threads: `virtualThread` (-1: none) and `thread` are their positions in each split.
KnobLaunch splitLaunch(const LaunchQuery& question, const std::vector<std::string>& knobs, int virtualThread = 1, int thread = 2);

} // namespace knobscope
