// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudacompile.h"

#include "core/codegen/cuda/cudasource.h"

#include <algorithm>

namespace knobscope {

Result<DeviceImage> compileCuda(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const Nvrtc::Options& options)
{
    auto image = describeLaunches(program);
    if (!image) {
        return image;
    }
    const auto source = cudaSource(program);
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

} // namespace knobscope
