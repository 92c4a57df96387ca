// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/deviceimage.h"

#include "core/ir/integerdivision.h"
#include "core/ir/visit.h"

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

constexpr int64_t kSharedAlignment = 16; // the widest vector that a thread can move at once

Result<DeviceLaunch> describe(const ir::DeviceProgram& program, const ir::DeviceKernel& kernel)
{
    DeviceLaunch launch{.symbol = kernel.name, .grid = kernel.grid, .block = kernel.block, .isPrecomputed = kernel.isPrecomputed};
    const SharedLayout shared = sharedLayout(kernel);
    (shared.isDynamic() ? launch.dynamicSharedBytes : launch.staticSharedBytes) = shared.bytes;
    for (const ir::Buffer& buffer : kernel.parameters) {
        const auto argument = std::find(program.parameters.begin(), program.parameters.end(), buffer);
        const auto between = std::find(program.intermediates.begin(), program.intermediates.end(), buffer);
        if (argument != program.parameters.end()) {
            launch.parameters.push_back(static_cast<size_t>(argument - program.parameters.begin()));
        } else if (between != program.intermediates.end()) {
            launch.parameters.push_back(program.parameters.size() + static_cast<size_t>(between - program.intermediates.begin()));
        } else {
            return fail(ErrorCode::Internal, "Kernel {} uses the buffer {}, which program {} does not have", kernel.name,
                        buffer->name, program.name);
        }
    }
    return launch;
}

} // namespace

SharedLayout sharedLayout(const ir::DeviceKernel& kernel)
{
    SharedLayout out;
    for (const ir::Allocate* allocate : ir::statementsOf<ir::Allocate>(kernel.body)) {
        if (allocate->buffer->scope == ir::Scope::Shared) {
            out.places.push_back({allocate->buffer, out.bytes});
            out.bytes += ir::roundedUp(allocate->buffer->bytes(), kSharedAlignment);
        }
    }
    return out;
}

Result<DeviceImage> describeLaunches(const ir::DeviceProgram& program)
{
    DeviceImage image;
    for (size_t i = 0; i < program.parameters.size(); ++i) {
        const ir::BufferNode& buffer = *program.parameters[i];
        if (buffer.elements() < 1) {
            return fail(ErrorCode::IllegalSchedule, "Parameter {} has no elements", buffer.name);
        }
        image.arguments.push_back({buffer.name, buffer.shape, buffer.type, i >= program.inputs});
    }
    for (const ir::Buffer& buffer : program.intermediates) {
        image.intermediates.push_back({buffer->name, buffer->bytes()});
    }
    std::set<std::string> names;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        if (!names.insert(kernel.name).second) {
            return fail(ErrorCode::Internal, "Program {} has two kernels named {}", program.name, kernel.name);
        }
        auto launch = TRY(describe(program, kernel));
        image.launches.push_back(std::move(launch));
    }
    return image;
}

} // namespace knobscope
