// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/host.h"

namespace knobscope {

Result<Target> hostTarget()
{
    return parseTarget("llvm");
}

int simdLanesOf(const Target&)
{
    return 16;
}

} // namespace knobscope
