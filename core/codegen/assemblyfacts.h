// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace knobscope {

/// What can be counted in assembly as CodeText prints it (x86 in AT&T syntax, AArch64). Lines count from 1.
struct AssemblyFacts {
    int instructions = 0;
    int vectorInstructions = 0;   ///< that name a vector register
    int innermostFirst = 0;       ///< the innermost loop with the most vector instructions; 0: there is no loop
    int innermostLast = 0;
    int innermostVector = 0;
    int innermostMultiplyAdds = 0;
    int innermostStack = 0;       ///< accesses to the stack in it: spilled registers, addresses or sums
    int innermostVectorStack = 0; ///< those of them that move a vector register: spilled sums
};

AssemblyFacts assemblyFactsOf(std::span<const std::string> lines);

} // namespace knobscope
