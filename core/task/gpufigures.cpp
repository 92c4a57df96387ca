// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a GPU config, from its lowered program, compared with the limits of the device that its target names.
#include "core/base/numbertext.h"
#include "core/target/programlimits.h"
#include "core/target/targetdevice.h"
#include "core/task/figures.h"

#include <algorithm>

namespace knobscope {

namespace {

using Tone = Figure::Tone;

void addLaunch(std::vector<Figure>& out, const KernelNeeds& launch, const DeviceDescription& device)
{
    const char* const why = "Threads of the main kernel; a device has a limit, and fewer than 64 leave half of a block idle.";
    const bool tooMany = launch.threads > device.threadsPerBlock;
    const bool ragged = launch.threads % device.warp != 0;
    const std::string threads = groupedNumber(launch.threads);
    const Sentence value = tooMany ? phrase("{}: more than {}, the limit of a block of {}", threads,
                                            groupedNumber(device.threadsPerBlock), device.limitsOf())
                         : ragged  ? phrase("{}, not a multiple of a warp ({})", threads, device.warp)
                                   : Sentence(threads);
    out.push_back({"threads", phrase("Threads per block"), value, static_cast<double>(launch.threads), "threads", why,
                   tooMany || ragged ? Tone::Warning : Tone::Plain});
    out.push_back({"virtual_threads", phrase("Virtual threads"), Sentence(groupedNumber(launch.virtualThreads)),
                   static_cast<double>(launch.virtualThreads), "threads",
                   "Interleaved parts of the work that one thread does, which spread its memory accesses."});
    const bool spills = launch.sums > device.registersPerThread;
    const std::string sums = groupedNumber(launch.sums);
    out.push_back(
        {"outputs_per_thread", phrase("Sums per thread"),
         spills ? phrase("{}: more than the registers of a thread ({})", sums, device.registersPerThread) : Sentence(sums),
         static_cast<double>(launch.sums), "registers", "Outputs that a thread accumulates at the same time, each in a register.",
         spills ? Tone::Warning : Tone::Plain});
}

void addBlocks(std::vector<Figure>& out, const KernelNeeds& launch, const DeviceDescription& device)
{
    const bool tooFew = device.multiprocessors > 0 && launch.blocks() < device.multiprocessors;
    out.push_back({"blocks", phrase("Blocks"),
                   tooFew ? phrase("{}: fewer than the {} multiprocessors of {}", groupedNumber(launch.blocks()),
                                   device.multiprocessors, device.id)
                          : Sentence(groupedNumber(launch.blocks())),
                   static_cast<double>(launch.blocks()), "blocks",
                   "Blocks of the main kernel; fewer than the GPU's multiprocessors leave some idle.",
                   tooFew ? Tone::Warning : Tone::Plain});
}

void addShared(std::vector<Figure>& out, const KernelNeeds& launch, const DeviceDescription& device)
{
    const bool canAsk = device.sharedPerBlockOptin > device.sharedPerBlock;
    const char* const why = "Data of one reduction step, which the threads of a block share; a kernel must request more than the "
                            "default of a block.";
    const int64_t bytes = launch.sharedBytes;
    Sentence list;
    for (const ir::Buffer& buffer : launch.shared) {
        const Sentence one = phrase("{} {}", buffer->name, bytesPhrase(buffer->bytes()));
        list = list.empty() ? one : phrase("{}, {}", list, one);
    }
    const Sentence parts = list.empty() ? bytesPhrase(bytes) : phrase("{} ({})", bytesPhrase(bytes), list);
    const int64_t most = canAsk ? device.sharedPerBlockOptin : device.sharedPerBlock;
    const bool isPlain = bytes <= device.sharedPerBlock;
    out.push_back({"shared_bytes", phrase("Shared memory"),
                   isPlain        ? parts
                   : bytes > most ? phrase("{}: more than {}", parts, bytesPhrase(most))
                                  : phrase("{}: requests more than {}", parts, bytesPhrase(device.sharedPerBlock)),
                   static_cast<double>(bytes), "bytes", why, isPlain ? Tone::Plain : Tone::Warning});
}

/// Blocks resident per multiprocessor, limited by threads and shared memory; the compiler determines the registers.
void addResidency(std::vector<Figure>& out, const KernelNeeds& launch, const DeviceDescription& device)
{
    const int64_t most = int64_t{device.warpsPerMultiprocessor} * device.warp;
    if (most == 0 || launch.threads > device.threadsPerBlock) {
        return;
    }
    const int64_t warps = (launch.threads + device.warp - 1) / device.warp;
    int64_t blocks = std::min<int64_t>(device.warpsPerMultiprocessor / warps, device.blocksPerMultiprocessor);
    if (launch.sharedBytes > 0) {
        blocks = std::min(blocks, device.sharedPerMultiprocessor / launch.sharedBytes);
    }
    const double share = static_cast<double>(blocks * warps) / device.warpsPerMultiprocessor;
    out.push_back({"residency", phrase("Maximum occupancy"),
                   phrase("{:.0f} %: {} of {} warps, {} (block|blocks) per multiprocessor", share * 100, blocks * warps,
                          device.warpsPerMultiprocessor, blocks),
                   share, "",
                   "Warps that a multiprocessor runs at a time, limited by threads and shared memory; registers, which the "
                   "device compiler assigns, can only lower it.",
                   blocks == 0 ? Tone::Warning : Tone::Plain});
}

/// Figures of the lowered kernels.
void addProgram(std::vector<Figure>& out, const ir::DeviceProgram& program, const DeviceDescription& device)
{
    for (const ir::DeviceKernel& kernel : program.kernels) {
        const KernelNeeds needs = needsOf(kernel);
        const int64_t blocks = needs.blocks();
        Sentence launch = phrase("{} (block|blocks) of {} (thread|threads)", groupedNumber(blocks), groupedNumber(needs.threads));
        if (needs.sharedBytes > 0) {
            launch = phrase("{}, {} shared", launch, bytesPhrase(needs.sharedBytes));
        }
        if (needs.barriers > 0) {
            launch = phrase("{}, {} barriers", launch, needs.barriers);
        }
        const bool isRefused = !checkLimits(needs, device).empty();
        out.push_back({"launch", phrase("Launch"),
                       isRefused ? phrase("{}: more than {} allows", launch, device.limitsOf()) : launch,
                       static_cast<double>(blocks), "blocks",
                       "Resources of one launch, from the lowered program; barriers are counted in the code.",
                       isRefused ? Tone::Warning : Tone::Plain, kernel.name});
    }
}

} // namespace

std::vector<Figure> gpuFigures(const Task& task, const ConfigEntity& entity)
{
    const auto program = lowerDeviceConfig(task, entity);
    if (!program) {
        return {{"loop_nest", phrase("Loop nest"), phrase("unknown: {}", program.error()), std::nullopt, "",
                 "Launches and their resources are derived from the lowered program.", Tone::Unknown}};
    }
    std::vector<Figure> out;
    const DeviceDescription device = deviceOf(task.target);
    const KernelNeeds launch = mainNeedsOf(*program);
    addLaunch(out, launch, device);
    addBlocks(out, launch, device);
    addShared(out, launch, device);
    addResidency(out, launch, device);
    addProgram(out, *program, device);
    return out;
}

} // namespace knobscope
