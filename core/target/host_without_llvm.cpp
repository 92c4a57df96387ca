// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/host.h"

#include "core/codegen/llvm/nvptx.h"
#include "core/target/machineprofile.h"

namespace knobscope {

Result<Target> hostTarget()
{
    return parseTarget("llvm");
}

Result<void> checkTarget(const Target&)
{
    return {};
}

Result<void> checkRunsHere(const Target&)
{
    return {};
}

MachineProfile profileOf(const Target&)
{
    return {};
}

bool isThisMachine(const Target&)
{
    return true; // no code is generated for it
}

Result<DeviceImage> compileNvptx(const ir::DeviceProgram&, const CudaArchitecture&)
{
    return fail(ErrorCode::Unsupported, "This build has no LLVM; NVRTC is the other compiler for GPUs");
}

Result<CudaArchitecture> nvptxArchitecture(const CudaArchitecture&)
{
    return fail(ErrorCode::Unsupported, "This build has no LLVM; NVRTC is the other compiler for GPUs");
}

Result<CodeText> nvptxText(const ir::DeviceProgram&, const CudaArchitecture&, const std::vector<ir::PrintedLine>&)
{
    return fail(ErrorCode::Unsupported, "This build has no LLVM; NVRTC is the other compiler for GPUs");
}

bool multipliesSignedBytes(const Target&)
{
    return false;
}

int simdLanesOf(const Target&)
{
    return 16;
}

} // namespace knobscope
