// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/trialofconfig.h"

#include "core/store/trialquery.h"

namespace knobscope {

Result<FoundTrial> trialOfConfig(Project& project, TrialRef selected, int64_t run, int64_t config)
{
    TrialKey key{selected.run, selected.number};
    if (!selected.isValid()) {
        const auto first = run > 0 ? TRY(firstTrialOf(project, run, config)) : std::nullopt;
        if (!first) {
            return FoundTrial();
        }
        key = *first;
    }
    const std::vector<TrialRow> rows = TRY(trialRows(project, {&key, 1}));
    return FoundTrial{{key.run, key.number}, rows.front()};
}

} // namespace knobscope
