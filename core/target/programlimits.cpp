// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/programlimits.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

KernelNeeds needsOf(const ir::DeviceKernel& kernel)
{
    KernelNeeds needs;
    needs.kernel = kernel.name;
    needs.grid = kernel.grid;
    needs.block = kernel.block;
    needs.threads = kernel.threads();
    if (kernel.body.isNull()) {
        return needs;
    }
    ir::forEachStmt(kernel.body, [&needs](const ir::Stmt& s) {
        if (const auto* allocate = s.as<ir::Allocate>()) {
            const int64_t bytes = allocate->buffer->bytes();
            needs.sharedBytes += allocate->buffer->scope == ir::Scope::Shared ? bytes : 0;
            needs.localBytes += allocate->buffer->scope == ir::Scope::Local ? bytes : 0;
        }
        needs.barriers += s.as<ir::Barrier>() ? 1 : 0;
    });
    return needs;
}

std::vector<LimitBreach> checkLimits(const KernelNeeds& needs, const DeviceDescription& device)
{
    using Kind = LimitBreach::Kind;
    std::vector<LimitBreach> breaches;
    const auto check = [&](Kind kind, char axis, int64_t figure, int64_t allowed) {
        if (allowed > 0 && figure > allowed) {
            breaches.push_back({kind, needs.kernel, axis, figure, allowed});
        }
    };
    check(Kind::Threads, 'x', needs.threads, device.threadsPerBlock);
    for (size_t i = 0; i < 3; ++i) {
        check(Kind::BlockExtent, static_cast<char>('x' + i), needs.block[i], device.block[i]);
        check(Kind::GridExtent, static_cast<char>('x' + i), needs.grid[i], device.grid[i]);
    }
    check(Kind::Shared, 'x', needs.sharedBytes, std::max(device.sharedPerBlock, device.sharedPerBlockOptin));
    check(Kind::Local, 'x', needs.localBytes, device.localBytesPerThread);
    return breaches;
}

std::vector<LimitBreach> checkLimits(const ir::DeviceProgram& program, const DeviceDescription& device)
{
    std::vector<LimitBreach> breaches;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        auto own = checkLimits(needsOf(kernel), device);
        breaches.insert(breaches.end(), own.begin(), own.end());
    }
    return breaches;
}

} // namespace knobscope
