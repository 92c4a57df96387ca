// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialcolumns.h"

namespace knobscope {

bool hasTimings(SQLite::Database& database)
{
    return database.execAndGet("PRAGMA user_version").getInt() >= 4;
}

std::string trialColumns(SQLite::Database& database)
{
    return std::string(
               "number, config, entity, costs, error_no, message, all_cost, timestamp, gflops, build_seconds, run_seconds, ")
         + (hasTimings(database) ? "speedup, pace, timing" : "0, 0, ''");
}

TrialRow readTrial(TrialScan& scan)
{
    TrialRow row;
    row.number = scan.integer(0);
    row.index = scan.integer(1);
    row.entity = columnJson(scan.text(2));
    row.costs = columnJson(scan.text(3)).get<std::vector<double>>();
    row.errorNo = static_cast<int>(scan.integer(4));
    row.message = scan.text(5);
    row.allCost = scan.real(6);
    row.timestamp = scan.real(7);
    row.gflops = scan.real(8);
    row.buildSeconds = scan.real(9);
    row.runSeconds = scan.real(10);
    row.speedup = scan.real(11);
    row.pace = scan.real(12);
    if (const std::string timing = scan.text(13); !timing.empty()) {
        row.timing = columnJson(timing);
    }
    return row;
}

} // namespace knobscope
