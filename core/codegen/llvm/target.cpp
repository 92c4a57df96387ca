// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/target.h"

#include "core/codegen/llvm/targetmachine.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <mutex>
#include <optional>

namespace knobscope {

namespace {

/// Loop strength reduction gives the columns of a register tile a pointer each once there are many, and reloads the pointers from
/// the stack in the innermost loop. The emitter hoists index sums itself, so nothing is left for that pass to do. LLVM's
/// switches are global, and this one has no other door.
void disableLoopStrengthReduction()
{
    auto& options = llvm::cl::getRegisteredOptions();
    if (const auto found = options.find("disable-lsr"); found != options.end()) {
        static_cast<llvm::cl::opt<bool>*>(found->second)->setValue(true);
    }
}

void initialiseTargets()
{
    static std::once_flag once; // LLVM's own registry is global; filling it twice is not allowed
    std::call_once(once, [] {
        llvm::InitializeAllTargetInfos();
        llvm::InitializeAllTargets();
        llvm::InitializeAllTargetMCs();
        llvm::InitializeAllAsmParsers();
        llvm::InitializeAllAsmPrinters();
        disableLoopStrengthReduction();
    });
}

bool hasFeature(const LlvmTarget& target, const char* feature)
{
    const auto machine = makeTargetMachine(target);
    return machine && (*machine)->getMCSubtargetInfo()->checkFeatures(std::string("+") + feature);
}

bool isX86(const LlvmTarget& target)
{
    return llvm::Triple(target.triple).isX86();
}

Result<void> checkFeatures(const llvm::MCSubtargetInfo& info, const std::string& features)
{
    const auto all = info.getAllProcessorFeatures();
    const llvm::SubtargetFeatures flags(features);
    for (const std::string& flag : flags.getFeatures()) {
        const std::string name = llvm::SubtargetFeatures::StripFlag(flag).str();
        const bool known = std::any_of(all.begin(), all.end(), [&](const auto& f) { return name == f.Key; });
        if (!known) {
            return fail(ErrorCode::InvalidArgument, "LLVM knows no feature '{}' for this target (-mattr={})", name, features);
        }
    }
    return {};
}

} // namespace

LlvmTarget hostLlvmTarget()
{
    LlvmTarget target;
    target.triple = llvm::sys::getProcessTriple();
    target.cpu = llvm::sys::getHostCPUName().str();
    llvm::SubtargetFeatures features;
    for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
        if (feature.second) {
            features.AddFeature(feature.first(), true);
        }
    }
    target.features = features.getString();
    return target;
}

Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const LlvmTarget& target)
{
    initialiseTargets();
    const std::string triple = target.triple.empty() ? llvm::sys::getProcessTriple() : target.triple;
    std::string error;
    const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!found) {
        return fail(ErrorCode::InvalidArgument, "LLVM does not know the target '{}' (-mtriple): {}", triple, error);
    }
    std::unique_ptr<llvm::TargetMachine> machine(found->createTargetMachine(triple, target.cpu, target.features,
                                                                            llvm::TargetOptions(), llvm::Reloc::PIC_,
                                                                            std::nullopt, llvm::CodeGenOptLevel::Default));
    if (!machine) {
        return fail(ErrorCode::Unsupported, "LLVM has no code generator for '{}'", triple);
    }
    return machine;
}

Result<LlvmTarget> checkLlvmTarget(const LlvmTarget& target)
{
    LlvmTarget checked = target;
    if (checked.triple.empty()) {
        checked.triple = llvm::sys::getProcessTriple();
    }
    checked.triple = llvm::Triple::normalize(checked.triple);
    LlvmTarget generic = checked;
    generic.cpu.clear();
    generic.features.clear();
    const auto machine = makeTargetMachine(generic);
    if (!machine) {
        return fail(machine);
    }
    const llvm::MCSubtargetInfo& info = *(*machine)->getMCSubtargetInfo();
    if (!checked.cpu.empty() && !info.isCPUStringValid(checked.cpu)) {
        return fail(ErrorCode::InvalidArgument, "LLVM knows no CPU '{}' for {} (-mcpu); `llc-19 -mcpu=help` lists the names",
                    checked.cpu, checked.triple);
    }
    if (auto ok = checkFeatures(info, checked.features); !ok) {
        return fail(ok);
    }
    return checked;
}

int nativeVectorBits(const LlvmTarget& target)
{
    if (!isX86(target)) {
        return 128;
    }
    return hasFeature(target, "avx512f") ? 512 : hasFeature(target, "avx") ? 256 : 128;
}

int vectorRegisters(const LlvmTarget& target)
{
    return !isX86(target) || hasFeature(target, "avx512f") ? 32 : 16;
}

bool runsHere(const LlvmTarget& target)
{
    const llvm::Triple host(llvm::sys::getProcessTriple());
    const llvm::Triple wanted(target.triple.empty() ? llvm::sys::getProcessTriple() : target.triple);
    if (host.getArch() != wanted.getArch()) {
        return false;
    }
    const auto available = makeTargetMachine(hostLlvmTarget());
    const auto needed = makeTargetMachine(target);
    if (!available || !needed) {
        return false;
    }
    // Tuning flags are features to LLVM too; only those that bring instructions can fault.
    for (const char* feature : {"avx", "avx2", "fma", "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512bf16", "avx512fp16",
                                "avx512vnni", "amx-tile"}) {
        const std::string flag = std::string("+") + feature;
        if (wanted.isX86() && (*needed)->getMCSubtargetInfo()->checkFeatures(flag)
            && !(*available)->getMCSubtargetInfo()->checkFeatures(flag)) {
            return false;
        }
    }
    return true;
}

} // namespace knobscope
