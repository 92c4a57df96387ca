// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/kernelcode.h"
#include "core/worker/channel.h"

namespace knobscope {

/// Appends a level to a message: an entry in "levels", and its lines to the blob, each prefixed with its line in the loop nest.
void addLevel(Message& message, const LevelText& level);
/// Levels of a message, in order; Corrupt if the text is malformed.
Result<std::vector<LevelText>> levelsOf(const Message& message);

/// Adds the estimate of the innermost loop to a message, or why there is none.
void addLoopEstimate(Message& message, const KernelCode& code);
/// Reads it into `code`.
void readLoopEstimate(const Message& message, KernelCode& code);

/// Name of a level in messages and on the command line: "loops", "llvm", "asm".
const char* levelName(CodeLevel level);
Result<CodeLevel> parseLevel(std::string_view name);

} // namespace knobscope
