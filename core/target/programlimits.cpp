// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/programlimits.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Elements of a thread's buffer that the statement adds to; 1 for any other statement.
int64_t sumsIn(const ir::Stmt& s)
{
    const auto* store = s.as<ir::Store>();
    const auto* product = s.as<ir::WarpMma>();
    const ir::Buffer sum = product ? product->sum.buffer : store && ir::addedValue(*store) ? store->buffer : nullptr;
    return sum && sum->scope == ir::Scope::Local ? sum->elements() : 1;
}

} // namespace

KernelNeeds needsOf(const ir::DeviceKernel& kernel)
{
    KernelNeeds needs;
    needs.kernel = kernel.name;
    needs.grid = kernel.grid;
    needs.block = kernel.block;
    needs.threads = kernel.threads();
    needs.virtualThreads = kernel.virtualThreads;
    if (kernel.body.isNull()) {
        return needs;
    }
    ir::forEachStmt(kernel.body, [&needs](const ir::Stmt& s) {
        if (const auto* allocate = s.as<ir::Allocate>()) {
            const ir::Buffer& buffer = allocate->buffer;
            if (buffer->scope == ir::Scope::Shared) {
                needs.shared.push_back(buffer);
                needs.sharedBytes += buffer->bytes();
            }
            needs.localBytes += buffer->scope == ir::Scope::Local ? buffer->bytes() : 0;
        }
        needs.sums = std::max(needs.sums, sumsIn(s));
        needs.barriers += s.as<ir::Barrier>() ? 1 : 0;
    });
    return needs;
}

KernelNeeds mainNeedsOf(const ir::DeviceProgram& program)
{
    KernelNeeds main;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        KernelNeeds needs = needsOf(kernel);
        if (needs.sharedBytes >= main.sharedBytes) {
            main = std::move(needs);
        }
    }
    return main;
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
