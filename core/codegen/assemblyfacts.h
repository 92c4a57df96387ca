// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace knobscope {

/// Statistics of assembly as printed by CodeText (x86 in AT&T syntax, AArch64). Line numbers start at 1.
struct AssemblyFacts {
    int instructions = 0;
    int vectorInstructions = 0;   ///< number of instructions that name a vector register
    int innermostFirst = 0;       ///< first line of the innermost loop with the most vector instructions; 0: no loop
    int innermostLast = 0;
    int innermostVector = 0;
    int innermostMultiplyAdds = 0;
    int innermostStack = 0;       ///< stack accesses in that loop: spilled registers, addresses or sums
    int innermostVectorStack = 0; ///< the subset that moves a vector register: spilled sums
};

AssemblyFacts assemblyFactsOf(std::span<const std::string> lines);

} // namespace knobscope
