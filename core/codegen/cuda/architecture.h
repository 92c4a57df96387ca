// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace knobscope {

/// What code is made for: "sm_90", "sm_90a" (with what only this architecture has).
struct CudaArchitecture {
    int capability = 0; ///< ten times the compute capability: 90 for 9.0, 120 for 12.0
    char suffix = 0;    ///< 'a' or 'f', or 0

    /// "sm_90"
    std::string text() const { return fmt::format("sm_{}{}", capability, suffix ? std::string(1, suffix) : ""); }
    friend bool operator==(const CudaArchitecture&, const CudaArchitecture&) = default;
};

/// Reads "sm_90" and its like; "compute_90" is taken for it.
Result<CudaArchitecture> parseCudaArchitecture(std::string_view text);

/// What one multiprocessor of a compute capability offers (CUDA C++ Programming Guide 13.0, "Technical specifications per
/// compute capability", and cuda_occupancy.h). Bytes, unless said otherwise.
struct MultiprocessorLimits {
    int capability = 0;
    int blocks = 0;                    ///< resident at once
    int warps = 0;                     ///< resident at once, of 32 threads
    int64_t sharedBytes = 0;           ///< of all its blocks together
    int64_t sharedBytesOfBlock = 0;    ///< after opting in; 48 KiB come without
    int64_t sharedReserved = 0;        ///< the driver's own, of each block
    int subpartitions = 4;             ///< that warps are dealt out to
    // The same for all since 5.0:
    int registers = 65536;
    int registersOfThread = 255;
    int registerUnit = 256;            ///< a warp's registers are rounded up to this
    int threadsOfBlock = 1024;

    /// A block's shared memory is rounded up to a multiple of this.
    int64_t sharedUnit() const { return capability < 80 ? 256 : 128; }
};

/// NotFound for a capability that is not listed; the sentence names those that are.
Result<MultiprocessorLimits> multiprocessorLimits(int capability);

} // namespace knobscope
