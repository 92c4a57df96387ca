// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/kernelcode.h"

namespace knobscope {

Result<CodeText> generatedText(const Target&, const ir::LoopNest&, CodeLevel)
{
    return fail(ErrorCode::Unsupported, "This build has no LLVM, so LLVM IR and assembly are not available; use the loop nest");
}

Result<LoopEstimate> loopEstimate(const Target&, std::span<const std::string>)
{
    return fail(ErrorCode::Unsupported, "This build has no LLVM, whose model of the CPU estimates loops");
}

Result<void> trySimpleKernel(const Target&)
{
    return {};
}

} // namespace knobscope
