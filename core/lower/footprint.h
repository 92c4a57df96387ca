// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>

namespace knobscope {

/// A loop around the statement that does most of the work.
struct LoopLevel {
    std::string name;
    int64_t extent = 0;
    ir::ForKind kind = ir::ForKind::Serial;
    ir::ProvenanceId provenance = 0;
    int64_t bytes = 0; ///< bytes touched by one run of the whole loop, with the outer loops fixed
};

/// Work and memory footprint of a loop nest, counted from its loops without running anything.
struct Footprint {
    std::vector<LoopLevel> loops;      ///< around the busiest statement, outermost first
    double executions = 0;             ///< of the busiest statement
    double flops = 0;                  ///< element operations of all statements
    bool isUpperBound = false;         ///< guards skip some of them
    int64_t argumentBytes = 0;         ///< inputs and outputs: each is moved at least once
    int64_t workspaceBytes = 0;        ///< scratch tensors in memory
    int64_t threadBytes = 0;           ///< scratch memory per thread: local buffers beyond the registers
    std::optional<ir::Buffer> accumulator; ///< the local buffer that the busiest statement accumulates into
};

/// `registerBytes`: local buffers up to this size count as registers and are excluded from the bytes touched.
Footprint footprintOf(const ir::LoopNest& nest, int64_t registerBytes);

} // namespace knobscope
