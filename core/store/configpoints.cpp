// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/configpoints.h"

#include "core/store/guarded.h"
#include "core/store/query.h"

#include <fmt/ranges.h>

namespace knobscope {

Result<std::vector<TrialPoint>> pointsOfConfigs(Project& project, int64_t run, std::span<const int64_t> configs)
{
    return guarded(project.path(), [&]() -> Result<std::vector<TrialPoint>> {
        Query q(
            project.database(),
            fmt::format("SELECT number, config, gflops, error_no, timestamp FROM trial INDEXED BY trial_columns WHERE run = ? "
                        "AND config IN ({}) ORDER BY number",
                        fmt::join(configs, ",")),
            run);
        return q.all(&TrialPoint::number, &TrialPoint::index, &TrialPoint::gflops, &TrialPoint::errorNo, &TrialPoint::timestamp);
    });
}

} // namespace knobscope
