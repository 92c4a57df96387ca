// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"

namespace knobscope {

/// The source line in a directive: 12 for "\t.loc\t1 12 0"; 0 for any other line of assembly or PTX.
int locLine(const std::string& line);

/// PTX without comments, blank lines, debug sections and `.loc` directives; each instruction has the line of the last
/// directive. `lineOf[i]` maps line i + 1 of the compiled source.
CodeText ptxLines(const std::string& ptx, const std::vector<int>& lineOf);

} // namespace knobscope
