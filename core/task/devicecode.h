// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/cuda/nvrtc.h"
#include "core/device/occupancy.h"
#include "core/ir/printer.h"
#include "core/task/target.h"

#include <cstdint>
#include <optional>

namespace knobscope {

/// Who makes machine code for a GPU. Automatic: NVRTC where it is installed and knows the architecture, else LLVM.
enum class DeviceCompiler : uint8_t { Automatic, Nvrtc, Llvm };
/// "auto", "nvrtc", "llvm"
std::string compilerName(DeviceCompiler compiler);
Result<DeviceCompiler> parseDeviceCompiler(std::string_view name);

/// The architecture that a target's kernels are compiled for: `-arch=sm_90`, else that of `-model`, else sm_75, the oldest that
/// every current compiler makes code for. A malformed `-arch` is refused.
Result<CudaArchitecture> cudaArchitectureOf(const Target& target);

/// The ways from a GPU program to code that this machine has. Looking for NVRTC takes milliseconds, so that one is made and kept.
class DeviceCompilers
{
public:
    static DeviceCompilers find() { return DeviceCompilers(Nvrtc::open()); }

    /// NVRTC, or why it is not to be had.
    const Result<Nvrtc>& nvrtc() const { return m_nvrtc; }
    static bool hasLlvm();
    /// Which compiler Automatic is for this architecture and a driver of this CUDA version (12040 for 12.4; 0: none is asked);
    /// refuses when there is none, saying what to install.
    Result<DeviceCompiler> choose(DeviceCompiler wanted, const CudaArchitecture& architecture, int driver = 0) const;
    /// Why NVRTC, which is there, is left aside: it does not know the architecture, or the driver is too old. Machine code of one
    /// major version of CUDA loads with a driver of that version or a later one (CUDA Compatibility, "Minor version
    /// compatibility"). Empty where it is taken.
    Sentence whyNotNvrtc(const CudaArchitecture& architecture, int driver) const;

    struct Wish {
        CudaArchitecture architecture;
        DeviceCompiler compiler = DeviceCompiler::Automatic;
        /// Machine code where the compiler makes any (NVRTC does, LLVM leaves it to the driver), or PTX.
        DeviceImageFormat format = DeviceImageFormat::Cubin;
        bool quick = false; ///< less optimization, twice as fast to compile
    };
    Result<DeviceImage> compile(const ir::DeviceProgram& program, const Wish& wish) const;

    /// PTX for people, linked to the printed program by line.
    Result<CodeText> ptxText(const ir::DeviceProgram& program, const Wish& wish) const;

private:
    explicit DeviceCompilers(Result<Nvrtc> nvrtc)
        : m_nvrtc(std::move(nvrtc))
    {
    }
    Result<Nvrtc> m_nvrtc;
};

/// What one kernel takes of a multiprocessor of the architecture it was compiled for.
struct KernelUsage {
    DeviceLaunch launch;
    std::optional<Occupancy> occupancy; ///< unknown where the architecture's limits or the registers are
};
std::vector<KernelUsage> usageOf(const DeviceImage& image);

} // namespace knobscope
