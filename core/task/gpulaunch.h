// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <cstdint>

namespace knobscope {

/// Launch of a GPU config's main kernel.
struct GpuLaunch {
    int64_t blocks = 1;
    int64_t threads = 1; ///< per block
    int64_t virtualThreads = 1;
    int64_t perThread = 1; ///< outputs that a thread, with all its virtual threads, accumulates at the same time
    std::vector<ir::Buffer> shared; ///< memory of a block

    int64_t sharedBytes() const;
};
/// The main kernel is the one that shares the most memory, or the last one.
GpuLaunch launchOf(const ir::DeviceProgram& program);

} // namespace knobscope
