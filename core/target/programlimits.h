// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/target/description.h"

#include <cstdint>

namespace knobscope {

/// Resources that one launch needs. Sums over its allocations, without reuse by lifetime, as AutoTVM counts; registers are
/// unknown before the device compiler has run.
struct KernelNeeds {
    std::string kernel;
    std::array<int64_t, 3> grid{1, 1, 1};
    std::array<int64_t, 3> block{1, 1, 1};
    int64_t threads = 1;     ///< per block
    int64_t virtualThreads = 1; ///< per thread
    int64_t sums = 1;        ///< outputs that a thread, with all its virtual threads, accumulates at the same time
    std::vector<ir::Buffer> shared; ///< of a block
    int64_t sharedBytes = 0; ///< per block
    int64_t localBytes = 0;  ///< arrays of a thread
    int barriers = 0;        ///< number of barrier statements, not of executions

    int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
};
KernelNeeds needsOf(const ir::DeviceKernel& kernel);
/// Those of the main kernel: the one that shares the most memory, or the last one.
KernelNeeds mainNeedsOf(const ir::DeviceProgram& program);

/// A kernel's resource need that exceeds its device's limit.
struct LimitBreach {
    enum class Kind : uint8_t { Threads, BlockExtent, GridExtent, Shared, Local };
    Kind kind = Kind::Threads;
    std::string kernel;
    char axis = 'x';        ///< for BlockExtent and GridExtent
    int64_t figure = 0;
    int64_t allowed = 0;
};

/// AutoTVM's verification of GPU code (VerifyGPUCode), with the device's own limits and with opt-in shared memory beyond the
/// default 48 KiB. Reports every breach, kernel by kernel, before compilation.
std::vector<LimitBreach> checkLimits(const ir::DeviceProgram& program, const DeviceDescription& device);
std::vector<LimitBreach> checkLimits(const KernelNeeds& needs, const DeviceDescription& device);

} // namespace knobscope
