// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/target.h"

namespace knobscope {

/// What a person may have mistyped in a target: an option that TVM's targets of this kind do not have, an `-arch` that is no
/// architecture of NVIDIA's, a suffix that it does not come with (sm_75a). For targets that people write; records name what
/// other versions of TVM knew, and are not checked.
Result<void> checkTargetOptions(const Target& target);

} // namespace knobscope
