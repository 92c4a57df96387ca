// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/historybest.h"
#include "core/record/log.h"
#include "core/record/pickbest.h"
#include "core/record/upgrade.h"
#include "tests/fuzz/readers.h"

#include <sstream>

namespace knobscope::fuzz {

/// Reads a log of any format. Passes its records to all functions that take records, and writes and reads them again.
void readLogText(std::string_view input)
{
    std::istringstream stream{std::string(input)};
    const LogContents log = upgradeRecords(readLog(stream));
    require(log.problems.size() <= LogContents::kMaxProblems, "More problems than are kept");
    HistoryBest history;
    for (const TuningRecord& record : log.records) {
        (void)record.isUsable();
        (void)compatibilityEdits(record);
        history.add(record);
        if (record.isOldFormat()) {
            continue;
        }
        const std::string line = recordLine(record);
        require(line.find('\n') == std::string::npos, "A record's line has an end inside: " + line);
        const auto again = parseRecordLine(line);
        require(again.has_value(), again ? line : line + ": " + again.error().message);
        require(recordLine(*again) == line, "Written again it is another line: " + line);
    }
    (void)history.bestRecords();
    (void)pickBest(log.records);
}

} // namespace knobscope::fuzz
