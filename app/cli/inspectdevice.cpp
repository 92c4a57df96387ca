// SPDX-License-Identifier: GPL-3.0-or-later
// Code of a GPU config: the kernels as loops, as CUDA C, as PTX, and the resources of the machine code.
#include "app/cli/inspect.h"

#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/cuda/programfor.h"
#include "core/task/gpulimits.h"

namespace knobscope::cli {

nlohmann::json provenance(const std::vector<ir::PrintedLine>& lines, const std::vector<ir::Provenance>& primitives)
{
    nlohmann::json out = nlohmann::json::array();
    for (const ir::PrintedLine& line : lines) {
        nlohmann::json knobs = nlohmann::json::array();
        for (const ir::ProvenanceId id : line.loops) {
            const ir::Provenance& p = primitives[static_cast<size_t>(id)];
            knobs.push_back({{"stage", p.stage}, {"primitive", p.primitive}, {"knob", p.knob}});
        }
        out.push_back({{"text", line.text}, {"loops", knobs}});
    }
    return out;
}

namespace {

nlohmann::json linesJson(const CodeText& code)
{
    nlohmann::json out = nlohmann::json::array();
    for (size_t i = 0; i < code.lines.size(); ++i) {
        out.push_back({{"text", code.lines[i]}, {"nest_line", code.nestLine[i]}});
    }
    return out;
}

TableCell occupancyCell(const KernelUsage& usage, const CudaArchitecture& architecture)
{
    if (!usage.occupancy) {
        return {nullptr, "unknown: this program has no limits for " + architecture.text()};
    }
    const Occupancy& o = *usage.occupancy;
    const nlohmann::json json{{"fraction", o.fraction},
                              {"blocks", o.blocks},
                              {"warps", o.warps},
                              {"limit", limitText(o.limit)},
                              {"blocks_by_warps", o.blocksByWarps},
                              {"blocks_by_registers", o.blocksByRegisters},
                              {"blocks_by_shared_memory", o.blocksBySharedMemory}};
    return {json, o.blocks == 0 ? phrase("none: one block does not fit on a multiprocessor")
                                : phrase("{:.0f} %: {} (block|blocks), {} (warp|warps) on a multiprocessor, limited by {}",
                                         o.fraction * 100, o.blocks, o.warps, limitText(o.limit))};
}

Result<Answer> inspectResources(const Task& task, const ConfigEntity& entity, const CudaArchitecture& architecture,
                                CodeWorker& compiler)
{
    const auto image = TRY(compiler.image(task, entity));
    Table table = Table({{"kernel", "kernel"},
                         {"", "blocks", ","},
                         {"threads", "threads per block", ","},
                         {"registers", "registers per thread", "{}"},
                         {"spill_store_bytes", "bytes spilled", "{}"},
                         {"spill_load_bytes", "loaded", "{}"},
                         {"local_bytes", "local bytes per thread", "{}"},
                         {"shared_bytes", "shared bytes per block", ","},
                         {"dynamic_shared_bytes", "dynamic", ","},
                         {"occupancy", "occupancy"}})
                      .withIds({"grid", "block", "barriers"});
    for (const KernelUsage& usage : usageOf(image)) {
        const DeviceLaunch& launch = usage.launch;
        if (!launch.usage) {
            return fail(ErrorCode::Unsupported, "This NVRTC does not report the registers that {} uses", launch.symbol);
        }
        const KernelResources& r = *launch.usage;
        table.add({launch.symbol, launch.blocks(), launch.threads(), r.registers, r.spillStoreBytes, r.spillLoadBytes,
                   r.stackBytes, launch.sharedBytes(), launch.dynamicSharedBytes, occupancyCell(usage, architecture), launch.grid,
                   launch.block, r.barriers});
    }
    return Answer{{{"arch", architecture.text()}, {"kernels", table.toJson()}}, architecture.text() + "\n" + table.toText()};
}

} // namespace

bool isDeviceLevel(const std::string& show)
{
    return show == "cuda" || show == "ptx" || show == "sass-info";
}

namespace {

Result<Answer> inspectLevel(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler)
{
    if (!task.isGpu) {
        return fail(ErrorCode::InvalidArgument, "{} runs on CPUs, which have no {}; use --show loops, llvm or asm", task.name,
                    show);
    }
    if (show != "loops" && !isDeviceLevel(show)) {
        return fail(ErrorCode::InvalidArgument, "{} runs on GPUs, which have no {}; use --show loops, cuda, ptx or sass-info",
                    task.name, show);
    }
    auto program = TRY(lowerDeviceConfig(task, entity));
    const auto architecture = TRY(cudaArchitectureOf(task.target));
    program = programFor(program, architecture);
    const std::vector<ir::PrintedLine> nest = ir::print(program);
    if (show == "loops") {
        nlohmann::json kernels = nlohmann::json::array();
        for (const ir::DeviceKernel& kernel : program.kernels) {
            kernels.push_back({{"name", kernel.name}, {"grid", kernel.grid}, {"block", kernel.block}});
        }
        return Answer{{{"lines", provenance(nest, program.provenance)}, {"kernels", kernels}}, ir::text(program)};
    }
    if (show == "sass-info") {
        return inspectResources(task, entity, architecture, compiler);
    }
    if (show == "cuda") {
        const auto code = TRY(cudaText(program, nest));
        return Answer{{{"lines", linesJson(code)}}, code.joined()};
    }
    const auto ptx = TRY(compiler.text(task, entity, CodeLevel::Assembly));
    return Answer{{{"lines", linesJson(ptx)}, {"arch", architecture.text()}, {"compiler", "nvrtc"}}, ptx.joined()};
}

} // namespace

Result<Answer> inspectDevice(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler)
{
    auto out = TRY(inspectLevel(task, entity, show, compiler));
    if (const std::string limit = violatedLimit(task, entity).message; !limit.empty()) {
        out.json["limit"] = limit;
        out.notes.push_back("This config does not run on the target's card: " + limit);
    }
    return out;
}

} // namespace knobscope::cli
