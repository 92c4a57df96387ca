// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/gpulaunch.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Elements of the largest buffer of a thread that the kernel adds to.
int64_t sumsOf(const ir::DeviceKernel& kernel)
{
    int64_t most = 1;
    const auto count = [&](const ir::Buffer& buffer) {
        most = std::max(most, buffer->scope == ir::Scope::Local ? buffer->elements() : 1);
    };
    for (const ir::Store* store : ir::statementsOf<ir::Store>(kernel.body)) {
        const auto isOwn = [&](const ir::Expr& part) {
            const auto* load = part.as<ir::Load>();
            return load && load->buffer == store->buffer;
        };
        if (ir::anyExpr(store->value, isOwn)) {
            count(store->buffer);
        }
    }
    for (const ir::WarpMma* product : ir::statementsOf<ir::WarpMma>(kernel.body)) {
        count(product->sum.buffer);
    }
    return most;
}

GpuLaunch launchOf(const ir::DeviceKernel& kernel)
{
    GpuLaunch out{kernel.grid[0] * kernel.grid[1] * kernel.grid[2], kernel.threads(), kernel.virtualThreads, sumsOf(kernel)};
    for (const ir::Allocate* allocate : ir::statementsOf<ir::Allocate>(kernel.body)) {
        if (allocate->buffer->scope == ir::Scope::Shared) {
            out.shared.push_back(allocate->buffer);
        }
    }
    return out;
}

} // namespace

int64_t GpuLaunch::sharedBytes() const
{
    int64_t bytes = 0;
    for (const ir::Buffer& buffer : shared) {
        bytes += buffer->bytes();
    }
    return bytes;
}

GpuLaunch launchOf(const ir::DeviceProgram& program)
{
    GpuLaunch main;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        GpuLaunch one = launchOf(kernel);
        if (one.sharedBytes() >= main.sharedBytes()) {
            main = std::move(one);
        }
    }
    return main;
}

} // namespace knobscope
