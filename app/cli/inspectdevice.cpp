// SPDX-License-Identifier: GPL-3.0-or-later
// Code of a GPU config: the kernels as loops, as CUDA C, as PTX, and the resources of the machine code.
#include "app/cli/inspect.h"

#include "core/base/numbertext.h"
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

std::string usageText(const KernelUsage& usage, const CudaArchitecture& architecture)
{
    const DeviceLaunch& launch = usage.launch;
    const KernelResources& r = *launch.usage;
    const auto row = [](const char* name, const std::string& value) { return fmt::format("  {:<24} {}\n", name, value); };
    std::string text = fmt::format("{} for {}\n", launch.symbol, architecture.text());
    text += row("blocks", groupedNumber(launch.blocks()));
    text += row("threads per block", groupedNumber(launch.threads()));
    text += row("registers per thread", std::to_string(r.registers));
    text += row("spilled", fmt::format("{} bytes stored, {} bytes loaded", r.spillStoreBytes, r.spillLoadBytes));
    text += row("local memory per thread", fmt::format("{} bytes", r.stackBytes));
    text += row("shared memory per block", fmt::format("{} bytes{}", groupedNumber(launch.sharedBytes()),
                                                       launch.dynamicSharedBytes > 0 ? " (dynamic)" : ""));
    if (!usage.occupancy) {
        text += row("occupancy", "unknown: this program has no limits for " + architecture.text());
    } else if (usage.occupancy->blocks == 0) {
        text += row("occupancy", "none: one block does not fit on a multiprocessor");
    } else {
        text += row("occupancy", phrase("{:.0f} %: {} (block|blocks), {} (warp|warps) on a multiprocessor, limited by {}",
                                        usage.occupancy->fraction * 100, usage.occupancy->blocks, usage.occupancy->warps,
                                        limitText(usage.occupancy->limit))
                                     .message);
    }
    return text;
}

nlohmann::json usageJson(const KernelUsage& usage)
{
    const DeviceLaunch& launch = usage.launch;
    const KernelResources& r = *launch.usage;
    nlohmann::json out{{"kernel", launch.symbol},
                       {"grid", launch.grid},
                       {"block", launch.block},
                       {"threads", launch.threads()},
                       {"registers", r.registers},
                       {"spill_store_bytes", r.spillStoreBytes},
                       {"spill_load_bytes", r.spillLoadBytes},
                       {"local_bytes", r.stackBytes},
                       {"shared_bytes", launch.sharedBytes()},
                       {"dynamic_shared_bytes", launch.dynamicSharedBytes},
                       {"barriers", r.barriers},
                       {"occupancy", nullptr}};
    if (usage.occupancy) {
        out["occupancy"] = {{"fraction", usage.occupancy->fraction},
                            {"blocks", usage.occupancy->blocks},
                            {"warps", usage.occupancy->warps},
                            {"limit", limitText(usage.occupancy->limit)},
                            {"blocks_by_warps", usage.occupancy->blocksByWarps},
                            {"blocks_by_registers", usage.occupancy->blocksByRegisters},
                            {"blocks_by_shared_memory", usage.occupancy->blocksBySharedMemory}};
    }
    return out;
}

Result<Inspection> inspectResources(const Task& task, const ConfigEntity& entity, const CudaArchitecture& architecture,
                                    CodeWorker& compiler)
{
    const auto image = TRY(compiler.image(task, entity));
    Inspection out{{{"arch", architecture.text()}, {"kernels", nlohmann::json::array()}}, {}};
    for (const KernelUsage& usage : usageOf(image)) {
        if (!usage.launch.usage) {
            return fail(ErrorCode::Unsupported, "This NVRTC does not report the registers that {} uses", usage.launch.symbol);
        }
        out.json["kernels"].push_back(usageJson(usage));
        out.text += usageText(usage, architecture);
    }
    return out;
}

} // namespace

bool isDeviceLevel(const std::string& show)
{
    return show == "cuda" || show == "ptx" || show == "sass-info";
}

namespace {

Result<Inspection> inspectLevel(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler)
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
        return Inspection{{{"lines", provenance(nest, program.provenance)}, {"kernels", kernels}}, ir::text(program)};
    }
    if (show == "sass-info") {
        return inspectResources(task, entity, architecture, compiler);
    }
    if (show == "cuda") {
        const auto code = TRY(cudaText(program, nest));
        return Inspection{{{"lines", linesJson(code)}}, code.joined()};
    }
    const auto ptx = TRY(compiler.text(task, entity, CodeLevel::Assembly));
    return Inspection{{{"lines", linesJson(ptx)}, {"arch", architecture.text()}, {"compiler", "nvrtc"}}, ptx.joined()};
}

} // namespace

Result<Inspection> inspectDevice(const Task& task, const ConfigEntity& entity, const std::string& show, CodeWorker& compiler)
{
    auto out = TRY(inspectLevel(task, entity, show, compiler));
    if (const std::string limit = violatedLimit(task, entity).message; !limit.empty()) {
        out.json["limit"] = limit;
        out.notes.push_back("This config does not run on the target's card: " + limit);
    }
    return out;
}

} // namespace knobscope::cli
