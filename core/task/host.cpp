// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/host.h"

#include "core/codegen/llvm/target.h"

namespace knobscope {

Result<Target> hostTarget()
{
    return parseTarget("llvm -mcpu=" + hostLlvmTarget().cpu);
}

Result<LlvmTarget> llvmTargetOf(const Target& target)
{
    if (target.kind != "llvm") {
        return fail(ErrorCode::Unsupported, "LLVM makes code for 'llvm' targets; '{}' is none", target.text);
    }
    LlvmTarget wanted{target.attr("mtriple"), target.attr("mcpu"), target.attr("mattr")};
    if (wanted.triple.empty() && wanted.cpu.empty()) {
        return hostLlvmTarget();
    }
    return checkLlvmTarget(wanted);
}

int simdLanesOf(const Target& target)
{
    const auto wanted = llvmTargetOf(target);
    return wanted ? nativeVectorBits(*wanted) / 32 : 16;
}

} // namespace knobscope
