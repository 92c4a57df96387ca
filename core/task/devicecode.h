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

/// Compiler of GPU machine code. Automatic: NVRTC if it is installed and knows the architecture, otherwise LLVM.
enum class DeviceCompiler : uint8_t { Automatic, Nvrtc, Llvm };
/// "auto", "nvrtc", "llvm"
std::string compilerName(DeviceCompiler compiler);
Result<DeviceCompiler> parseDeviceCompiler(std::string_view name);

/// The architecture that a target's kernels are compiled for: `-arch=sm_90`, else that of `-model`, else sm_75, the oldest one
/// that all current compilers support. Rejects a malformed `-arch`.
Result<CudaArchitecture> cudaArchitectureOf(const Target& target);

/// Compilers available on this machine for GPU programs. Searching for NVRTC takes milliseconds: create one object and keep it.
class DeviceCompilers
{
public:
    static DeviceCompilers find() { return DeviceCompilers(Nvrtc::open()); }

    /// NVRTC, or why it is unavailable.
    const Result<Nvrtc>& nvrtc() const { return m_nvrtc; }
    static bool hasLlvm();
    /// Compiler that Automatic selects for this architecture and a driver of this CUDA version (12040 for 12.4; 0: not checked).
    /// If there is none, the error names what to install.
    Result<DeviceCompiler> choose(DeviceCompiler wanted, const CudaArchitecture& architecture, int driver = 0) const;
    /// Why the installed NVRTC is not used: it does not know the architecture, or the driver is too old. Machine code of a CUDA
    /// major version loads with drivers of that version or a later one (CUDA Compatibility, "Minor version compatibility"). Empty
    /// if it is used.
    Sentence whyNotNvrtc(const CudaArchitecture& architecture, int driver) const;

    struct CompileRequest {
        CudaArchitecture architecture;
        DeviceCompiler compiler = DeviceCompiler::Automatic;
        /// Machine code where the compiler produces it (NVRTC does, LLVM leaves it to the driver), otherwise PTX.
        DeviceImageFormat format = DeviceImageFormat::Cubin;
        bool quick = false; ///< less optimization, compiles twice as fast
    };
    Result<DeviceImage> compile(const ir::DeviceProgram& program, const CompileRequest& request) const;

    /// PTX for display, linked by line to the printed program.
    Result<CodeText> ptxText(const ir::DeviceProgram& program, const CompileRequest& request) const;

private:
    explicit DeviceCompilers(Result<Nvrtc> nvrtc)
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
