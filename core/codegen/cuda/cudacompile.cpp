// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudacompile.h"

#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/cuda/programfor.h"
#include "core/codegen/cuda/ptxlines.h"

#include <algorithm>

namespace knobscope {

Result<DeviceImage> compileCuda(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const Nvrtc::Options& options)
{
    auto image = TRY(describeLaunches(program));
    const auto source = TRY(cudaSource(programFor(program, options.architecture)));
    auto code = TRY(nvrtc.compile(source, program.name + ".cu", options));
    image.bytes = std::move(code.bytes);
    image.capability = options.architecture.capability;
    for (auto& [symbol, usage] : resourcesIn(code.log)) {
        const auto launch = std::ranges::find(image.launches, symbol, &DeviceLaunch::symbol);
        if (launch != image.launches.end()) {
            launch->usage = usage;
        }
    }
    image.log = std::move(code.log);
    return image;
}

Result<CodeText> cudaPtxText(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const CudaArchitecture& architecture,
                             const std::vector<ir::PrintedLine>& nest)
{
    const auto source = TRY(cudaText(programFor(program, architecture), nest));
    Nvrtc::Options options{architecture, DeviceImageFormat::Ptx};
    options.lines = true;
    const auto code = TRY(nvrtc.compile(source.joined(), program.name + ".cu", options));
    return ptxLines(std::string(reinterpret_cast<const char*>(code.bytes.data())), source.nestLine);
}

} // namespace knobscope
