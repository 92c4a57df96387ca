// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// Another number whenever another connection, of this program or another, has committed something to the file.
Result<int64_t> dataVersion(Project& project);

} // namespace knobscope
