// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/host.h"

#include "core/codegen/llvm/compile.h"
#include "core/target/machineprofile.h"

#include <map>
#include <mutex>

namespace knobscope {

bool hasLlvm()
{
    return true;
}

Result<Target> hostTarget()
{
    const std::string attributes = hostAttributes();
    return parseTarget("llvm -mcpu=" + hostLlvmTarget().cpu + (attributes.empty() ? "" : " -mattr=" + attributes));
}

Result<LlvmTarget> llvmTargetOf(const Target& target)
{
    if (target.kind != "llvm") {
        return fail(ErrorCode::Unsupported, "LLVM generates code for 'llvm' targets, and '{}' is not one", target.text);
    }
    LlvmTarget wanted{target.attr("mtriple"), target.attr("mcpu"), target.attr("mattr")};
    if (wanted.triple.empty() && wanted.cpu.empty() && wanted.features.empty()) {
        return hostLlvmTarget();
    }
    return checkLlvmTarget(wanted);
}

Result<void> checkTarget(const Target& target)
{
    if (target.kind == "llvm") {
        TRY(llvmTargetOf(target));
    }
    return {};
}

Result<void> checkRunsHere(const Target& target)
{
    if (target.kind != "llvm") {
        return {};
    }
    const auto wanted = TRY(llvmTargetOf(target));
    if (const Sentence why = hostIncompatibility(wanted); !why.empty()) {
        return fail(ErrorCode::Unsupported, "Kernels for '{}' do not run on this machine: {}; choose the target llvm",
                    target.text, why);
    }
    return {};
}

namespace {

/// Caches the result of `find` per target: LLVM needs half a millisecond, and every config of a task needs it.
template<class Find>
auto remembered(const Target& target, const Find& find)
{
    static std::mutex mutex;
    static std::map<std::string, decltype(find(target))> known;
    const std::lock_guard lock(mutex);
    const auto [place, isNew] = known.try_emplace(target.text);
    if (isNew) {
        place->second = find(target);
    }
    return place->second;
}

} // namespace

MachineProfile profileOf(const Target& target)
{
    return remembered(target, [](const Target& asked) {
        const auto wanted = llvmTargetOf(asked);
        MachineProfile machine = wanted && runsHere(*wanted) ? thisMachine() : MachineProfile();
        machine.vectorBits = wanted ? nativeVectorBits(*wanted) : 0;
        machine.vectorRegisters = wanted ? vectorRegisters(*wanted) : 0;
        return machine;
    });
}

bool isThisMachine(const Target& target)
{
    const auto wanted = llvmTargetOf(target);
    const LlvmTarget here = hostLlvmTarget();
    return wanted && runsHere(*wanted)
        && (*wanted == here || *wanted == LlvmTarget{here.triple, here.cpu, ""}
            || *wanted == LlvmTarget{here.triple, here.cpu, hostAttributes()});
}

bool multipliesSignedBytes(const Target& target)
{
    const auto wanted = llvmTargetOf(target);
    return wanted && hasDotInstruction(*wanted, ir::int8, ir::int8) && !hasDotInstruction(*wanted, ir::uint8, ir::int8);
}

bool multipliesBytes(const Target& target)
{
    return remembered(target, [](const Target& asked) {
        const auto wanted = llvmTargetOf(asked);
        return wanted && isX86(*wanted) && (hasDotInstruction(*wanted, ir::uint8, ir::int8) || hasTileProducts(*wanted));
    });
}

bool hasMatrixTiles(const Target& target)
{
    return remembered(target, [](const Target& asked) {
        const auto wanted = llvmTargetOf(asked);
        return wanted && hasTileProducts(*wanted);
    });
}

bool multipliesBfloat16(const Target& target)
{
    return remembered(target, [](const Target& asked) {
        const auto wanted = llvmTargetOf(asked);
        return wanted && hasDotInstruction(*wanted, ir::bfloat16, ir::bfloat16);
    });
}

BfloatUnits bfloatUnits(const Target& target)
{
    return hasMatrixTiles(target)     ? BfloatUnits::MatrixTiles
         : multipliesBfloat16(target) ? BfloatUnits::DotProducts
                                      : BfloatUnits::None;
}

int simdLanesOf(const Target& target)
{
    return remembered(target, [](const Target& asked) {
        const auto wanted = llvmTargetOf(asked);
        return wanted ? nativeVectorBits(*wanted) / 32 : 16;
    });
}

} // namespace knobscope
