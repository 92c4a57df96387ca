// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/cuda/nvrtc.h"
#include "core/ir/printer.h"
#include "core/target/occupancy.h"
#include "core/target/target.h"

#include <cstdint>
#include <optional>

namespace knobscope {

/// The architecture that a target's kernels are compiled for: `-arch=sm_90`, else that of `-model`, else sm_75, the oldest one
/// that all current compilers support. Rejects a malformed `-arch`.
Result<CudaArchitecture> cudaArchitectureOf(const Target& target);

/// NVRTC, as the compiler of this machine for GPU programs. Searching for it takes milliseconds: create one object and keep it.
class DeviceCompiler
{
public:
    static DeviceCompiler find() { return DeviceCompiler(Nvrtc::open()); }

    /// NVRTC, or why it is unavailable.
    const Result<Nvrtc>& nvrtc() const { return m_nvrtc; }
    /// Whether NVRTC is there, knows this architecture, and makes code that a driver of this CUDA version loads (12040 for 12.4;
    /// 0: not checked). The error names what to install. Machine code of a CUDA major version loads with drivers of that version
    /// or a later one (CUDA Compatibility, "Minor version compatibility").
    Result<void> check(const CudaArchitecture& architecture, int driver = 0) const;

    Result<DeviceImage> compile(const ir::DeviceProgram& program, const Nvrtc::Options& options) const;
    /// PTX for display, linked by line to the printed program.
    Result<CodeText> ptxText(const ir::DeviceProgram& program, const CudaArchitecture& architecture) const;

private:
    explicit DeviceCompiler(Result<Nvrtc> nvrtc)
        : m_nvrtc(std::move(nvrtc))
    {
    }
    Result<Nvrtc> m_nvrtc;
};

/// Resources that one kernel uses on a multiprocessor of the architecture it was compiled for.
struct KernelUsage {
    DeviceLaunch launch;
    std::optional<Occupancy> occupancy; ///< nullopt if the architecture's limits or the register count are unknown
};
std::vector<KernelUsage> usageOf(const DeviceImage& image);

} // namespace knobscope
