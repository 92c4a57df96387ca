// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/estimateloop.h"

#include "core/codegen/llvm/targetmachine.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MCA/Context.h>
#include <llvm/MCA/CustomBehaviour.h>
#include <llvm/MCA/HWEventListener.h>
#include <llvm/MCA/InstrBuilder.h>
#include <llvm/MCA/Pipeline.h>
#include <llvm/MCA/SourceMgr.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <bit>
#include <map>

namespace knobscope {

namespace {

constexpr unsigned kIterations = 64;
constexpr double kBusy =
    0.93; ///< share of the cycles from which on a resource counts as the limit; the rest are first and last iterations

/// Collects instructions and ignores everything else.
class InstructionCollector : public llvm::MCStreamer
{
public:
    explicit InstructionCollector(llvm::MCContext& context)
        : MCStreamer(context)
    {
    }
    void emitInstruction(const llvm::MCInst& instruction, const llvm::MCSubtargetInfo&) override
    {
        found.push_back(instruction);
        lines.push_back(static_cast<int>(getContext().getSourceManager()->FindLineNumber(instruction.getLoc())));
    }
    bool emitSymbolAttribute(llvm::MCSymbol*, llvm::MCSymbolAttr) override { return true; }
    void emitCommonSymbol(llvm::MCSymbol*, uint64_t, llvm::Align) override {}
    void emitZerofill(llvm::MCSection*, llvm::MCSymbol*, uint64_t, llvm::Align, llvm::SMLoc) override {}

    std::vector<llvm::MCInst> found;
    std::vector<int> lines; ///< from 1
};

/// Adds up micro-operations and the busy cycles of ports.
class LoadCounter : public llvm::mca::HWEventListener
{
public:
    void onEvent(const llvm::mca::HWInstructionEvent& event) override
    {
        if (event.Type == llvm::mca::HWInstructionEvent::Retired) {
            operations += event.IR.getInstruction()->getDesc().NumMicroOps;
        }
        if (event.Type != llvm::mca::HWInstructionEvent::Issued) {
            return;
        }
        for (const auto& [resource, cycles] : static_cast<const llvm::mca::HWInstructionIssuedEvent&>(event).UsedResources) {
            busy[resource] += static_cast<double>(cycles.getNumerator()) / cycles.getDenominator();
        }
    }

    double operations = 0;
    std::map<llvm::mca::ResourceRef, double> busy; ///< by resource and the mask of its unit
};

/// The assembler's tables of a target.
struct Tables {
    std::unique_ptr<llvm::MCRegisterInfo> registers;
    std::unique_ptr<llvm::MCAsmInfo> assembly;
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
    std::unique_ptr<llvm::MCInstrInfo> instructions;
    std::unique_ptr<llvm::MCInstrAnalysis> analysis;
};

/// Instructions and their lines, from 1.
struct Body {
    std::vector<llvm::MCInst> instructions;
    std::vector<int> lines;
};

Result<Body> parseInstructions(const std::string& text, const llvm::Target& target, const Tables& tables)
{
    llvm::SourceMgr source;
    source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text), llvm::SMLoc());
    std::string complaint;
    source.setDiagHandler(
        [](const llvm::SMDiagnostic& found, void* to) { *static_cast<std::string*>(to) = found.getMessage().str(); }, &complaint);
    const llvm::MCTargetOptions options;
    llvm::MCContext context(tables.subtarget->getTargetTriple(), tables.assembly.get(), tables.registers.get(),
                            tables.subtarget.get(), &source, &options);
    const std::unique_ptr<llvm::MCObjectFileInfo> file(target.createMCObjectFileInfo(context, true));
    context.setObjectFileInfo(file.get());
    InstructionCollector collector(context);
    const std::unique_ptr<llvm::MCAsmParser> parser(llvm::createMCAsmParser(source, context, collector, *tables.assembly));
    const std::unique_ptr<llvm::MCTargetAsmParser> own(
        target.createMCAsmParser(*tables.subtarget, *parser, *tables.instructions, options));
    if (!own) {
        return fail(ErrorCode::Unsupported, "LLVM has no assembler for '{}'", tables.subtarget->getTargetTriple().str());
    }
    parser->setTargetParser(*own);
    if (parser->Run(false, true)) {
        return fail(ErrorCode::Unsupported, "LLVM cannot read the loop's assembly: {}", complaint);
    }
    return Body{std::move(collector.found), std::move(collector.lines)};
}

/// As llvm-mca's view of instructions has it.
InstructionCost costOf(const llvm::MCInst& instruction, int line, const Tables& tables)
{
    const llvm::MCSchedModel& model = tables.subtarget->getSchedModel();
    unsigned schedule = tables.instructions->get(instruction.getOpcode()).getSchedClass();
    while (schedule != 0 && model.getSchedClassDesc(schedule)->isVariant()) {
        schedule =
            tables.subtarget->resolveVariantSchedClass(schedule, &instruction, tables.instructions.get(), model.getProcessorID());
    }
    const llvm::MCSchedClassDesc& described = *model.getSchedClassDesc(schedule);
    return {line, llvm::MCSchedModel::computeInstrLatency(*tables.subtarget, described),
            llvm::MCSchedModel::getReciprocalThroughput(*tables.subtarget, described)};
}

std::vector<PortLoad> portsOf(const LoadCounter& loads, const llvm::MCSchedModel& model)
{
    std::vector<PortLoad> ports;
    for (const auto& [resource, cycles] : loads.busy) {
        const llvm::MCProcResourceDesc& described = *model.getProcResource(static_cast<unsigned>(resource.first));
        const std::string unit = described.NumUnits > 1 ? fmt::format(".{}", std::countr_zero(resource.second)) : std::string();
        ports.push_back({described.Name + unit, cycles / kIterations});
    }
    std::ranges::stable_sort(ports, std::ranges::greater(), &PortLoad::cycles);
    return ports;
}

Result<LoopEstimate> simulate(const Body& body, const Tables& tables)
{
    llvm::mca::InstrumentManager instruments(*tables.subtarget, *tables.instructions);
    llvm::mca::InstrBuilder builder(*tables.subtarget, *tables.instructions, *tables.registers, tables.analysis.get(),
                                    instruments, 100);
    std::vector<std::unique_ptr<llvm::mca::Instruction>> sequence;
    for (const llvm::MCInst& instruction : body.instructions) {
        auto made = builder.createInstruction(instruction, {});
        if (!made) {
            llvm::consumeError(made.takeError());
            return fail(ErrorCode::Unsupported, "The scheduling model of {} lacks the instruction {}",
                        tables.subtarget->getCPU().str(), tables.instructions->getName(instruction.getOpcode()).str());
        }
        sequence.push_back(std::move(*made));
    }
    llvm::mca::CircularSourceMgr source(sequence, kIterations);
    llvm::mca::CustomBehaviour behaviour(*tables.subtarget, source, *tables.instructions);
    llvm::mca::Context context(*tables.registers, *tables.subtarget);
    const llvm::mca::PipelineOptions options(0, 0, 0, 0, 0, 0, true);
    const auto pipeline = context.createDefaultPipeline(options, source, behaviour);
    LoadCounter loads;
    pipeline->addEventListener(&loads);
    auto cycles = pipeline->run();
    if (!cycles) {
        return fail(ErrorCode::Unsupported, "The loop cannot be simulated: {}", llvm::toString(cycles.takeError()));
    }
    const llvm::MCSchedModel& model = tables.subtarget->getSchedModel();
    LoopEstimate estimate;
    estimate.cycles = static_cast<double>(*cycles) / kIterations;
    estimate.operations = loads.operations / kIterations;
    estimate.instructions = static_cast<int64_t>(body.instructions.size());
    for (size_t i = 0; i < body.instructions.size(); ++i) {
        estimate.costs.push_back(costOf(body.instructions[i], body.lines[i], tables));
    }
    estimate.dispatchWidth = model.IssueWidth;
    estimate.ports = portsOf(loads, model);
    const double dispatch = estimate.operations / model.IssueWidth;
    const double port = estimate.ports.empty() ? 0 : estimate.ports.front().cycles;
    if (std::max(dispatch, port) >= kBusy * estimate.cycles) {
        estimate.limit = port >= dispatch ? LoopEstimate::Limit::Port : LoopEstimate::Limit::Dispatch;
    }
    return estimate;
}

} // namespace

Result<LoopEstimate> estimateLoop(std::span<const std::string> lines, const LlvmTarget& wanted)
{
    const auto target = TRY(checkLlvmTarget(wanted));
    std::string error;
    const llvm::Target* const found = llvm::TargetRegistry::lookupTarget(target.triple, error);
    Tables tables;
    tables.registers.reset(found->createMCRegInfo(target.triple));
    tables.assembly.reset(found->createMCAsmInfo(*tables.registers, target.triple, llvm::MCTargetOptions()));
    tables.subtarget.reset(found->createMCSubtargetInfo(target.triple, target.cpu, target.features));
    tables.instructions.reset(found->createMCInstrInfo());
    tables.analysis.reset(found->createMCInstrAnalysis(tables.instructions.get()));
    if (!tables.subtarget->getSchedModel().hasInstrSchedModel()) {
        return fail(ErrorCode::Unsupported, "LLVM has no scheduling model of the CPU '{}'; name another one (-mcpu)",
                    target.cpu.empty() ? "generic" : target.cpu);
    }
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    const auto body = TRY(parseInstructions(text, *found, tables));
    return body.instructions.empty() ? fail(ErrorCode::InvalidArgument, "The loop has no instruction") : simulate(body, tables);
}

} // namespace knobscope
