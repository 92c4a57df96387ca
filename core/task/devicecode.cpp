// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/devicecode.h"

#include "core/codegen/cuda/cudacompile.h"
#include "core/codegen/llvm/nvptx.h"
#include "core/target/knowndevices.h"
#include "core/target/targetdevice.h"
#include "core/task/gpulimits.h"

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr std::array kCompilerNames{"auto", "nvrtc", "llvm"};
constexpr int kOldestCommonCapability = 75; // known to CUDA 10 to 13 and LLVM 19

Result<void> checkProducts(const ir::DeviceProgram& program, const CudaArchitecture& architecture)
{
    const ComputeCapability capability{architecture.capability / 10, architecture.capability % 10};
    return knobscope::checkProducts(program, capability, "the architecture to compile for");
}

} // namespace

std::string compilerName(DeviceCompiler compiler)
{
    return kCompilerNames.at(static_cast<size_t>(compiler));
}

Result<DeviceCompiler> parseDeviceCompiler(std::string_view name)
{
    for (const auto compiler : {DeviceCompiler::Automatic, DeviceCompiler::Nvrtc, DeviceCompiler::Llvm}) {
        if (name == compilerName(compiler)) {
            return compiler;
        }
    }
    return fail(ErrorCode::InvalidArgument, "There is no GPU compiler '{}'; use auto, nvrtc or llvm", name);
}

Result<CudaArchitecture> cudaArchitectureOf(const Target& target)
{
    if (const std::string arch = target.attr("arch"); !arch.empty()) {
        return parseCudaArchitecture(arch); // including its suffix
    }
    const auto named = TRY(architectureOf(target));
    return CudaArchitecture{named.isKnown() ? named.major * 10 + named.minor : kOldestCommonCapability};
}

bool DeviceCompilers::hasLlvm()
{
#ifdef KNOBSCOPE_HAVE_LLVM
    return true;
#else
    return false;
#endif
}

Sentence DeviceCompilers::whyNotNvrtc(const CudaArchitecture& architecture, int driver) const
{
    constexpr int major = 1000;
    if (!m_nvrtc) {
        return {};
    }
    if (driver > 0 && m_nvrtc->version() / major > driver / major) {
        return phrase("the driver, which is for CUDA {}.{}, cannot load the output of NVRTC {}", driver / major,
                      driver % major / 10, m_nvrtc->versionText());
    }
    const std::vector<int>& known = m_nvrtc->capabilities();
    const bool knows = known.empty() || std::find(known.begin(), known.end(), architecture.capability) != known.end();
    return knows ? Sentence() : phrase("NVRTC {} does not support {}", m_nvrtc->versionText(), architecture.text());
}

Result<DeviceCompiler> DeviceCompilers::choose(DeviceCompiler wanted, const CudaArchitecture& architecture, int driver) const
{
    if (wanted == DeviceCompiler::Llvm) {
        if (!hasLlvm()) {
            return fail(ErrorCode::Unsupported, "This build has no LLVM; NVRTC is the other compiler for GPUs");
        }
        return wanted;
    }
    if (!m_nvrtc && (wanted == DeviceCompiler::Nvrtc || !hasLlvm())) {
        return fail(m_nvrtc);
    }
    if (wanted == DeviceCompiler::Nvrtc) {
        return wanted;
    }
    const Sentence why = whyNotNvrtc(architecture, driver);
    if (m_nvrtc && !why.empty() && !hasLlvm()) {
        return fail(ErrorCode::Unsupported,
                    "No installed compiler supports the GPU: {}, and this build has no LLVM; name a suitable NVRTC in "
                    "KNOBSCOPE_NVRTC, or update the driver",
                    why);
    }
    return m_nvrtc && why.empty() ? DeviceCompiler::Nvrtc : DeviceCompiler::Llvm;
}

Result<DeviceImage> DeviceCompilers::compile(const ir::DeviceProgram& program, const CompileRequest& request) const
{
    const auto compiler = TRY(choose(request.compiler, request.architecture));
    TRY(checkProducts(program, request.architecture));
    return compiler == DeviceCompiler::Nvrtc
             ? compileCuda(program, *m_nvrtc, {request.architecture, request.format, request.quick})
             : compileNvptx(program, request.architecture);
}

Result<CodeText> DeviceCompilers::ptxText(const ir::DeviceProgram& program, const CompileRequest& request) const
{
    const auto compiler = TRY(choose(request.compiler, request.architecture));
    TRY(checkProducts(program, request.architecture));
    const std::vector<ir::PrintedLine> nest = ir::print(program);
    return compiler == DeviceCompiler::Nvrtc ? cudaPtxText(program, *m_nvrtc, request.architecture, nest)
                                             : nvptxText(program, request.architecture, nest);
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
