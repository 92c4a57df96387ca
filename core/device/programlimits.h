// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"
#include "core/ir/deviceprogram.h"

#include <cstdint>

namespace knobscope {

/// What one launch asks of a device. Sums over its allocations, without sharing by lifetime, as AutoTVM counts; registers
/// are not known before the device compiler has run.
struct KernelNeeds {
    std::string kernel;
    std::array<int64_t, 3> grid{1, 1, 1};
    std::array<int64_t, 3> block{1, 1, 1};
    int64_t threads = 1;     ///< of a block
    int64_t sharedBytes = 0; ///< of a block
    int64_t localBytes = 0;  ///< arrays of a thread
    int barriers = 0;        ///< statements, not executions
};
KernelNeeds needsOf(const ir::DeviceKernel& kernel);

/// A figure of a kernel that its device does not allow.
struct LimitBreach {
    enum class Kind : uint8_t { Threads, BlockExtent, GridExtent, Shared, Local };
    Kind kind = Kind::Threads;
    std::string kernel;
    char axis = 'x';        ///< of BlockExtent and GridExtent
    int64_t figure = 0;
    int64_t allowed = 0;
};

/// AutoTVM's verification of GPU code (VerifyGPUCode), with the device's own limits and the memory that kernels may ask for
/// beyond the usual 48 KiB: every breach, kernel by kernel, before anything is compiled.
std::vector<LimitBreach> checkLimits(const ir::DeviceProgram& program, const DeviceDescription& device);
std::vector<LimitBreach> checkLimits(const KernelNeeds& needs, const DeviceDescription& device);

} // namespace knobscope
