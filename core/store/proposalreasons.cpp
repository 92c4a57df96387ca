// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/proposalreasons.h"

#include "core/store/guarded.h"
#include "core/store/query.h"

namespace knobscope {

Result<std::map<int64_t, nlohmann::json>> proposalReasons(Project& project, int64_t run, int64_t after)
{
    return guarded(project.path(), [&]() -> Result<std::map<int64_t, nlohmann::json>> {
        std::map<int64_t, nlohmann::json> reasons;
        if (!project.database().tableExists("proposal")) {
            return reasons;
        }
        Query rows(project.database(), "SELECT number, reason FROM proposal WHERE run = ? AND number > ?", run, after);
        int64_t number = 0;
        for (std::string text; rows.next(number, text);) {
            reasons[number] = columnJson(text);
        }
        return reasons;
    });
}

} // namespace knobscope
