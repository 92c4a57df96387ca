// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// AutoTVM's kinds of loops, in the order of its one-hot columns.
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
constexpr int loopKinds = 11;

/// What one loop does to one access (a load or store as written).
struct Touch {
    int64_t stride = 0; ///< of the loop's variable in the flat index; 0 when it does not occur
    int64_t mod = -1;   ///< never set (AutoTVM keeps the column)
    int64_t count = 1;  ///< different elements below this loop
    int64_t reuse = 1;  ///< how often each is touched
    int64_t threadCount = 0;
    int64_t threadReuse = 0;
};

/// A loop with what is below it.
struct TouchedLoop {
    std::string name;
    int64_t length = 1;
    int nestLevel = 1; ///< 1: outermost
    LoopKind kind = LoopKind::Serial;
    int64_t topdown = 1;   ///< product of the extents from the root to here
    int64_t bottomup = -1; ///< the largest count * reuse below; -1 when nothing is touched
    int64_t adds = 0;      ///< float arithmetic right below
    int64_t multiplies = 0;
    int64_t divisions = 0;
    std::map<std::string, Touch> touches; ///< by access: buffer, "_", its number
};

/// All loops in order of first appearance (AutoTVM's TouchExtractor).
std::vector<TouchedLoop> touchedLoops(const ir::LoopNest& nest);

} // namespace knobscope
