// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"

namespace knobscope {

/// The source line of a directive: 12 for "\t.loc\t1 12 0"; 0 for any other line of assembly or PTX.
int locLine(const std::string& line);

/// PTX without comments, blank lines, debug sections and `.loc` directives, each instruction with the line that the last of those
/// named. `lineOf[i]` is what line i + 1 of the compiled source stands for; empty: the numbers mean themselves.
CodeText ptxLines(const std::string& ptx, const std::vector<int>& lineOf);

} // namespace knobscope
