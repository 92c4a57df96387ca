// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudacompile.h"

#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/cuda/programfor.h"
#include "core/codegen/cuda/ptxlines.h"

#include <algorithm>

namespace knobscope {

Result<DeviceImage> compileCuda(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const Nvrtc::Options& options)
{
    auto image = describeLaunches(program);
    if (!image) {
        return image;
    }
    const auto source = cudaSource(programFor(program, options.architecture));
    if (!source) {
        return fail(source);
    }
    auto code = nvrtc.compile(*source, program.name + ".cu", options);
    if (!code) {
        return fail(code);
    }
    image->bytes = std::move(code->bytes);
    image->format = options.format;
    image->capability = options.architecture.capability;
    for (auto& [symbol, usage] : resourcesIn(code->log)) {
        const auto launch = std::find_if(image->launches.begin(), image->launches.end(),
                                         [&](const DeviceLaunch& candidate) { return candidate.symbol == symbol; });
        if (launch != image->launches.end()) {
            launch->usage = usage;
        }
    }
    image->log = std::move(code->log);
    return image;
}

Result<CodeText> cudaPtxText(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const CudaArchitecture& architecture,
                             const std::vector<ir::PrintedLine>& nest)
{
    const auto source = cudaText(programFor(program, architecture), nest);
    if (!source) {
        return fail(source);
    }
    Nvrtc::Options options{architecture, DeviceImageFormat::Ptx};
    options.lines = true;
    const auto code = nvrtc.compile(source->joined(), program.name + ".cu", options);
    if (!code) {
        return fail(code);
    }
    return ptxLines(std::string(reinterpret_cast<const char*>(code->bytes.data())), source->nestLine);
}

} // namespace knobscope
