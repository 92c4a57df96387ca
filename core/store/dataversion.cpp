// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataversion.h"

#include "core/store/guarded.h"

namespace knobscope {

Result<int64_t> dataVersion(Project& project)
{
    return guarded(project.path(),
                   [&]() -> Result<int64_t> { return project.database().execAndGet("PRAGMA data_version").getInt64(); });
}

} // namespace knobscope
