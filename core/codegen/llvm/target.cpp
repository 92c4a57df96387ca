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

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

namespace knobscope {

namespace {

/// Sets a global LLVM option; there is no API for these options.
void setSwitch(const char* name, const char* value)
{
    auto& options = llvm::cl::getRegisteredOptions();
    if (const auto found = options.find(name); found != options.end()) {
        found->second->addOccurrence(1, name, value);
    }
}

void setSwitches()
{
    // With many columns of a register tile, loop strength reduction gives each column a pointer and reloads the pointers from
    // the stack in the innermost loop. The emitter hoists index sums itself, so the pass is not needed.
    setSwitch("disable-lsr", "true");
    // The scheduler compares each access of a basic block with all accesses before it, up to a limit (LLVM: 1000), then only
    // with later ones. A lower limit saves a quarter of the compile time of large register tiles and leaves the code of the
    // best configs unchanged.
    setSwitch("dag-maps-huge-region", "128");
    setSwitch("dag-maps-reduction-size", "64");
    // A second scheduling pass after register allocation: a sixth of the remaining time, and no kernel was faster for it.
    setSwitch("post-RA-scheduler", "false");
}

void initialiseTargets()
{
    static std::once_flag once; // LLVM's registry is global and must be initialised only once
    std::call_once(once, [] {
        llvm::InitializeAllTargetInfos();
        llvm::InitializeAllTargets();
        llvm::InitializeAllTargetMCs();
        llvm::InitializeAllAsmParsers();
        llvm::InitializeAllAsmPrinters();
        setSwitches();
    });
}

std::string tripleOf(const LlvmTarget& target)
{
    return target.triple.empty() ? llvm::sys::getProcessTriple() : target.triple;
}

Result<const llvm::Target*> lookUp(const std::string& triple)
{
    initialiseTargets();
    std::string error;
    const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!found) {
        return fail(ErrorCode::InvalidArgument, "LLVM does not support the target '{}' (-mtriple): {}", triple, error);
    }
    return found;
}

struct Subtarget {
    std::unique_ptr<llvm::MCSubtargetInfo> info;
    bool hasCodeGenerator = false;
};

/// LLVM's CPU and feature tables of a target, from the assembler's description. Creates no code generator, whose constructor
/// ends the process for some targets.
Result<Subtarget> subtargetOf(const LlvmTarget& target)
{
    const std::string triple = tripleOf(target);
    const llvm::Target* const found = TRY(lookUp(triple));
    Subtarget subtarget{std::unique_ptr<llvm::MCSubtargetInfo>(found->createMCSubtargetInfo(triple, target.cpu, target.features)),
                        found->hasTargetMachine()};
    if (!subtarget.info) {
        return fail(ErrorCode::Unsupported, "LLVM has no description of CPUs for '{}'", triple);
    }
    return subtarget;
}

bool hasFeature(const llvm::MCSubtargetInfo& info, llvm::StringRef name)
{
    return info.checkFeatures(("+" + name).str());
}

bool hasFeature(const LlvmTarget& target, const char* feature)
{
    const auto subtarget = subtargetOf(target);
    return subtarget && hasFeature(*subtarget->info, feature);
}

Result<void> checkFeatures(const llvm::MCSubtargetInfo& info, const std::string& features)
{
    const auto all = info.getAllProcessorFeatures();
    const llvm::SubtargetFeatures flags(features);
    for (const std::string& flag : flags.getFeatures()) {
        const std::string name = llvm::SubtargetFeatures::StripFlag(flag).str();
        const bool known = std::any_of(all.begin(), all.end(), [&](const auto& f) { return name == f.Key; });
        if (!known) {
            return fail(ErrorCode::InvalidArgument, "LLVM has no feature '{}' for this target (-mattr={})", name, features);
        }
    }
    return {};
}

/// Features that the code generator uses for arithmetic as soon as the CPU has them. Other features of a CPU name do no harm if a
/// virtual machine hides them, unless they are requested.
constexpr const char* kDefaultFeatures =
    "sse3 ssse3 sse4.1 sse4.2 sse4a popcnt lzcnt bmi bmi2 tbm movbe cx16 sahf f16c fma fma4 xop avx avx2 avxvnni "
    "avxvnniint8 avxvnniint16 avxifma avxneconvert avx512f avx512cd avx512vl avx512bw avx512dq avx512bf16 avx512fp16 "
    "avx512vnni avx512vbmi avx512vbmi2 avx512ifma avx512bitalg avx512vpopcntdq gfni avx10.1-256 neon fp-armv8 lse sve";

/// Features that only templates for them use. A kernel of such a template is refused where it is loaded, if this CPU lacks them.
constexpr const char* kTemplateFeatures = "amx-tile amx-int8 amx-bf16";

/// The subset that Linux reports on Arm. It lists only present features; x86's map has every feature as true or false.
constexpr std::array<std::string_view, 4> kArmFeatureNames{"neon", "fp-armv8", "lse", "sve"};

std::vector<std::string> wordsIn(const char* text)
{
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

enum class Presence : uint8_t { Unknown, Missing, Present };

/// Presence of a feature in this machine's CPU.
Presence presenceOf(const llvm::StringMap<bool>& host, const std::string& name)
{
    const auto known = host.find(name);
    if (known != host.end()) {
        return known->second ? Presence::Present : Presence::Missing;
    }
    const bool isArm = llvm::Triple(llvm::sys::getProcessTriple()).isAArch64();
    return isArm && std::ranges::count(kArmFeatureNames, name) > 0 ? Presence::Missing : Presence::Unknown;
}

/// Features of the target that this machine's CPU is known to lack. Features not reported by the system count as present.
std::vector<std::string> missingFeatures(const llvm::MCSubtargetInfo& needed, const std::string& flagText)
{
    std::vector<std::string> names = wordsIn(kDefaultFeatures);
    std::set<std::string> used(names.begin(), names.end());
    const llvm::SubtargetFeatures flags(flagText);
    for (const std::string& flag : flags.getFeatures()) {
        used.insert(llvm::SubtargetFeatures::StripFlag(flag).str());
    }
    const auto host = llvm::sys::getHostCPUFeatures();
    std::vector<std::string> missing;
    for (const std::string& name : used) {
        if (presenceOf(host, name) == Presence::Missing && hasFeature(needed, name)) {
            missing.push_back(name);
        }
    }
    return missing;
}

/// How this machine's CPU differs from its name, as features of it.
std::string readHostAttributes()
{
    LlvmTarget named{llvm::sys::getProcessTriple(), llvm::sys::getHostCPUName().str(), ""};
    const auto host = llvm::sys::getHostCPUFeatures();
    std::vector<std::string> names = wordsIn(kDefaultFeatures); // avx512f takes with it what builds on it
    std::ranges::move(wordsIn(kTemplateFeatures), std::back_inserter(names));
    for (const std::string& name : names) {
        const Presence presence = presenceOf(host, name);
        if (presence != Presence::Unknown && hasFeature(named, name.c_str()) != (presence == Presence::Present)) {
            named.features += (named.features.empty() ? "" : ",") + std::string(presence == Presence::Present ? "+" : "-") + name;
        }
    }
    return named.features;
}

LlvmTarget readHost()
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
    if (const std::string attributes = hostAttributes(); !attributes.empty()) {
        target.features += "," + attributes;
    }
    return target;
}

} // namespace

LlvmTarget hostLlvmTarget()
{
    static const LlvmTarget host = readHost();
    return host;
}

std::string hostAttributes()
{
    static const std::string attributes = readHostAttributes();
    return attributes;
}

Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const LlvmTarget& target)
{
    const std::string triple = tripleOf(target);
    const llvm::Target* const found = TRY(lookUp(triple));
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
    checked.triple = llvm::Triple::normalize(tripleOf(target));
    const auto subtarget = TRY(subtargetOf({checked.triple, "", ""}));
    if (!subtarget.hasCodeGenerator) {
        return fail(ErrorCode::Unsupported, "LLVM has no code generator for '{}'", checked.triple);
    }
    const llvm::MCSubtargetInfo& info = *subtarget.info;
    if (!checked.cpu.empty() && !info.isCPUStringValid(checked.cpu)) {
        return fail(ErrorCode::InvalidArgument, "LLVM has no CPU '{}' for {} (-mcpu); `llc-19 -mcpu=help` lists the names",
                    checked.cpu, checked.triple);
    }
    TRY(checkFeatures(info, checked.features));
    return checked;
}

std::set<std::string> featuresOf(const LlvmTarget& target)
{
    std::set<std::string> names;
    if (const auto subtarget = subtargetOf(target)) {
        for (const auto& feature : subtarget->info->getAllProcessorFeatures()) {
            if (subtarget->info->hasFeature(feature.Value)) {
                names.insert(feature.Key);
            }
        }
    }
    return names;
}

bool isX86(const LlvmTarget& target)
{
    return llvm::Triple(target.triple).isX86();
}

bool hasTileProducts(const LlvmTarget& target)
{
    return isX86(target) && hasFeature(target, "amx-tile") && hasFeature(target, "amx-int8") && hasFeature(target, "amx-bf16");
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

Sentence hostIncompatibility(const LlvmTarget& target)
{
    const llvm::Triple host(llvm::sys::getProcessTriple());
    const llvm::Triple wanted(tripleOf(target));
    if (host.getArch() != wanted.getArch()) {
        return phrase("this CPU is {}", host.getArchName().str());
    }
    if (host.getObjectFormat() != wanted.getObjectFormat() || host.isOSWindows() != wanted.isOSWindows()
        || host.isX32() != wanted.isX32()) {
        return phrase("this system is {}", host.str());
    }
    const auto needed = subtargetOf(target);
    if (!needed) {
        return needed.error();
    }
    const std::vector<std::string> missing = missingFeatures(*needed->info, target.features);
    return missing.empty() ? Sentence() : phrase("this CPU lacks {}", fmt::join(missing, ", "));
}

bool runsHere(const LlvmTarget& target)
{
    return hostIncompatibility(target).empty();
}

} // namespace knobscope
