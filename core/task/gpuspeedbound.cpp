// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks, threads and outputs per thread of a GPU config bound the share of the machine that it can use.
#include "core/target/programlimits.h"
#include "core/target/targetdevice.h"
#include "core/task/speedbound.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kSumsInFlight = 16; // warps * sums per thread that hide the latency of a multiply-add
constexpr double kDefaultLanes = 128; // fp32 units per multiprocessor, if the device does not state them
constexpr double kDefaultWarps = 32;
constexpr double kDefaultBlocks = 16;

/// Share of the multiprocessors' time in which they have a block to run.
double shareBusy(double blocks, double resident, double multiprocessors)
{
    if (blocks <= 0 || multiprocessors <= 0) {
        return 1;
    }
    // Resident blocks share a multiprocessor's units: only the last round leaves some idle.
    const double rounds = std::ceil(blocks / multiprocessors);
    return resident < 1 ? 0 : blocks / (rounds * multiprocessors);
}

} // namespace

Result<double> gpuSpeedBound(const Task& task, const ConfigEntity& entity)
{
    const DeviceDescription device = deviceOf(task.target);
    const auto program = TRY(lowerDeviceConfig(task, entity));
    const KernelNeeds launch = mainNeedsOf(program);
    if (launch.threads > device.threadsPerBlock) {
        return fail(ErrorCode::LimitExceeded, "{} threads per block; {} allows {}", launch.threads, device.limitsOf(),
                    device.threadsPerBlock);
    }
    const auto threads = static_cast<double>(launch.threads);
    const auto sums = static_cast<double>(launch.sums);
    const double warps = std::ceil(threads / device.warp);
    double resident =
        std::min(std::floor((device.warpsPerMultiprocessor > 0 ? device.warpsPerMultiprocessor : kDefaultWarps) / warps),
                 device.blocksPerMultiprocessor > 0 ? device.blocksPerMultiprocessor : kDefaultBlocks);
    const auto bytes = static_cast<double>(launch.sharedBytes);
    if (bytes > 0 && device.sharedPerMultiprocessor > 0) {
        resident = std::min(resident, std::floor(static_cast<double>(device.sharedPerMultiprocessor) / bytes));
    }
    const double registers = std::max(32.0, sums + 16) * threads; // sums, addresses and operands
    resident = std::min(resident, std::max(1.0, std::floor(static_cast<double>(device.registersPerMultiprocessor) / registers)));

    const double ideal = task.plainFlops / 2
                       / ((device.fp32PerMultiprocessor > 0 ? device.fp32PerMultiprocessor : kDefaultLanes)
                          * std::max(1, device.multiprocessors));
    const double filled = threads / (warps * device.warp);
    const double busy = shareBusy(static_cast<double>(launch.blocks()), std::max(1.0, resident), device.multiprocessors);
    const double hidden = std::min(1.0, std::max(1.0, resident) * warps * sums / kSumsInFlight);
    // A thread's tile of n sums reads at least 2 sqrt(n) operands for n multiply-adds; shared memory delivers four per cycle.
    const double fed = std::min(1.0, std::sqrt(sums) / 2);
    const double spilled = sums > static_cast<double>(device.registersPerThread) ? 4 : 1;
    return ideal * std::max({1.0, 1 / (filled * busy * hidden), spilled, 1 / (fed * busy * filled)});
}

} // namespace knobscope
