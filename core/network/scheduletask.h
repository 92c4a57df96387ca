// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"

namespace knobscope {

/// A schedule by hand as a task on a target, "user/NAME". `name` names it unless the text does. Fails
/// for a text that is no schedule, or one for other hardware than the target's.
Result<NetworkTask> taskOfSchedule(const std::string& source, const std::string& name, const Target& target);

} // namespace knobscope
