// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/devicecode.h"

#include "core/codegen/cuda/cudacompile.h"
#include "core/target/knowndevices.h"
#include "core/target/targetdevice.h"
#include "core/task/gpulimits.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kOldestCommonCapability = 75; // known to CUDA 10 to 13

Result<void> checkProducts(const ir::DeviceProgram& program, const CudaArchitecture& architecture)
{
    const ComputeCapability capability{architecture.capability / 10, architecture.capability % 10};
    return knobscope::checkProducts(program, capability, "the architecture to compile for");
}

} // namespace

Result<CudaArchitecture> cudaArchitectureOf(const Target& target)
{
    if (const std::string arch = target.attr("arch"); !arch.empty()) {
        return parseCudaArchitecture(arch); // including its suffix
    }
    const auto named = TRY(architectureOf(target));
    return CudaArchitecture{named.isKnown() ? named.major * 10 + named.minor : kOldestCommonCapability};
}

Result<void> DeviceCompiler::check(const CudaArchitecture& architecture, int driver) const
{
    constexpr int major = 1000;
    if (!m_nvrtc) {
        return fail(m_nvrtc);
    }
    const std::vector<int>& known = m_nvrtc->capabilities();
    const auto refuse = [](const Sentence& why) {
        return fail(ErrorCode::Unsupported,
                    "NVRTC cannot compile for the GPU: {}; name a suitable NVRTC in KNOBSCOPE_NVRTC, or update the driver", why);
    };
    if (driver > 0 && m_nvrtc->version() / major > driver / major) {
        return refuse(phrase("the driver, which is for CUDA {}.{}, cannot load the output of NVRTC {}", driver / major,
                             driver % major / 10, m_nvrtc->versionText()));
    }
    if (!known.empty() && std::ranges::find(known, architecture.capability) == known.end()) {
        return refuse(phrase("NVRTC {} does not support {}", m_nvrtc->versionText(), architecture.text()));
    }
    return {};
}

Result<DeviceImage> DeviceCompiler::compile(const ir::DeviceProgram& program, const Nvrtc::Options& options) const
{
    TRY(check(options.architecture));
    TRY(checkProducts(program, options.architecture));
    return compileCuda(program, *m_nvrtc, options);
}

Result<CodeText> DeviceCompiler::ptxText(const ir::DeviceProgram& program, const CudaArchitecture& architecture) const
{
    TRY(check(architecture));
    TRY(checkProducts(program, architecture));
    return cudaPtxText(program, *m_nvrtc, architecture, ir::print(program));
}

std::vector<KernelUsage> usageOf(const DeviceImage& image)
{
    std::vector<KernelUsage> out;
    const auto limits = architectureLimits({image.capability / 10, image.capability % 10});
    for (const DeviceLaunch& launch : image.launches) {
        KernelUsage usage{launch, std::nullopt};
        if (limits && launch.usage) {
            usage.occupancy = occupancyOf(*limits, launch.threads(), launch.usage->registers, launch.sharedBytes());
        }
        out.push_back(std::move(usage));
    }
    return out;
}

} // namespace knobscope
