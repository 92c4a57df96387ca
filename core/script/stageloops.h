// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/apply.h"

namespace knobscope {

/// The loops of a tensor in their order, outermost first, as a text names them.
struct StageLoops {
    std::string tensor;
    std::vector<TextName> loops; ///< those that have a name
};

/// The loops of all computed tensors of a schedule to which a text was applied, in the order of computing. Tensors that are
/// computed inline have none.
std::vector<StageLoops> stageLoopsOf(const Schedule& schedule, const AppliedText& applied);

} // namespace knobscope
