// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/channel.h"
#include "core/task/kernelcode.h"

namespace knobscope {

/// Appends a level to a message: an entry of "levels", and its lines to the blob, each behind its line of the loop nest.
void addLevel(Message& message, const LevelText& level);
/// The levels of a message, in their order; Corrupt where the text is none.
Result<std::vector<LevelText>> levelsOf(const Message& message);

/// "loops", "llvm", "asm": a level's name in messages and on the command line.
const char* levelName(CodeLevel level);
Result<CodeLevel> parseLevel(std::string_view name);

} // namespace knobscope
