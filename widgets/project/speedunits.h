// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/speedunit.h"

#include <cstdint>
#include <set>

namespace knobscope {

class Workspace;

/// Ids of the project's runs whose speeds are calls per second.
std::set<int64_t> runsInCalls(const Workspace& workspace);

} // namespace knobscope
