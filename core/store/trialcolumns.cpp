// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialcolumns.h"

#include "core/json/sentencejson.h"

namespace knobscope {

bool hasTimings(SQLite::Database& database)
{
    return database.execAndGet("PRAGMA user_version").getInt() >= 4;
}

bool hasPatterns(SQLite::Database& database)
{
    return database.execAndGet("PRAGMA user_version").getInt() >= 5;
}

std::string trialColumns(SQLite::Database& database)
{
    return std::string(
               "number, config, entity, costs, error_no, message, all_cost, timestamp, gflops, build_seconds, run_seconds, ")
         + (hasTimings(database) ? "speedup, pace, timing, " : "0, 0, '', ") + (hasPatterns(database) ? "said" : "''");
}

bool nextTrial(Query& scan, TrialRow& row)
{
    std::string entity;
    std::string costs;
    std::string message;
    std::string timing;
    std::string said;
    if (!scan.next(row.number, row.index, entity, costs, row.errorNo, message, row.allCost, row.timestamp, row.gflops,
                   row.buildSeconds, row.runSeconds, row.speedup, row.pace, timing, said)) {
        return false;
    }
    row.why = sentenceWith(std::move(message), said);
    row.entity = columnJson(entity);
    row.costs = columnJson(costs).get<std::vector<double>>();
    row.timing = timing.empty() ? nlohmann::json() : columnJson(timing);
    return true;
}

} // namespace knobscope
