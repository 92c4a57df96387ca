// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/kernelcode.h"

namespace knobscope {

Result<CodeText> generatedText(const Target&, const ir::LoopNest&, CodeLevel)
{
    return fail(ErrorCode::Unsupported,
                "This build has no LLVM, so that there is neither LLVM IR nor assembly; the loop nest needs none");
}

Result<void> trySimpleKernel(const Target&)
{
    return {};
}

} // namespace knobscope
