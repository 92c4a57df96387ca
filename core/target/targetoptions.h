// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/target.h"

namespace knobscope {

/// Detects typing errors in a target: an option unknown to TVM's targets of this kind, an `-arch` that is not an NVIDIA
/// architecture, an invalid suffix (sm_75a). For targets typed by users; not for records, which may use the options of other TVM
/// versions.
Result<void> checkTargetOptions(const Target& target);

} // namespace knobscope
