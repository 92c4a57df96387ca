// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// Kinds of loops in the order of AutoTVM's one-hot columns.
enum class LoopKind : uint8_t {
    BlockX,
    BlockY,
    BlockZ,
    ThreadX,
    ThreadY,
    ThreadZ,
    Unrolled,
    Vectorized,
    Parallel,
    Serial,
    VirtualThread
};
constexpr int kLoopKinds = 11;

/// Effect of one loop on one access (a load or store in the source).
struct Touch {
    int64_t stride = 0; ///< of the loop's variable in the flat index; 0 if it does not occur
    int64_t mod = -1;   ///< never set (AutoTVM has the column)
    int64_t count = 1;  ///< distinct elements touched below this loop
    int64_t reuse = 1;  ///< touches of each element
    int64_t threadCount = 0;
    int64_t threadReuse = 0;
};

/// A loop with statistics of its body.
struct TouchedLoop {
    std::string name;
    int64_t length = 1;
    int nestLevel = 1; ///< 1: outermost
    LoopKind kind = LoopKind::Serial;
    int64_t topdown = 1;   ///< product of the extents from the root to here
    int64_t bottomup = -1; ///< largest count * reuse in the body; -1 if nothing is touched
    int64_t adds = 0;      ///< floating-point operations directly in the body
    int64_t multiplies = 0;
    int64_t divisions = 0;
    std::map<std::string, Touch> touches; ///< by access: buffer, "_", number
};

/// All loops in order of first appearance (AutoTVM's TouchExtractor).
std::vector<TouchedLoop> touchedLoops(const ir::LoopNest& nest);

} // namespace knobscope
