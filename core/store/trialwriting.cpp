// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialwriting.h"

#include "core/json/member.h"
#include "core/json/readjson.h"
#include "core/stats/statistics.h"
#include "core/text/numbertext.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace knobscope {

std::string columnText(const nlohmann::json& json)
{
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void insertTrial(SQLite::Database& database, int64_t run, const TrialRow& trial)
{
    SQLite::Statement insert(database,
                             "INSERT OR REPLACE INTO trial (run, number, config, entity, costs, error_no, message, all_cost,"
                             " timestamp, gflops, build_seconds, run_seconds, speedup, pace, timing)"
                             " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, run);
    insert.bind(2, trial.number);
    insert.bind(3, trial.index);
    insert.bind(4, columnText(trial.entity));
    insert.bind(5, columnText(trial.costs));
    insert.bind(6, trial.errorNo);
    insert.bind(7, trial.message);
    insert.bind(8, trial.allCost);
    insert.bind(9, trial.timestamp);
    insert.bind(10, trial.gflops);
    insert.bind(11, trial.buildSeconds);
    insert.bind(12, trial.runSeconds);
    insert.bind(13, trial.speedup);
    insert.bind(14, trial.pace);
    insert.bind(15, trial.timing.is_null() ? std::string() : columnText(trial.timing));
    insert.exec();
}

void correctTrial(SQLite::Database& database, int64_t run, const TrialRow& trial)
{
    SQLite::Statement update(database, "UPDATE trial SET costs = ?, error_no = ?, message = ?, gflops = ?, speedup = ?, pace = ?,"
                                       " timing = ? WHERE run = ? AND number = ?");
    update.bind(1, columnText(trial.costs));
    update.bind(2, trial.errorNo);
    update.bind(3, trial.message);
    update.bind(4, trial.gflops);
    update.bind(5, trial.speedup);
    update.bind(6, trial.pace);
    update.bind(7, trial.timing.is_null() ? std::string() : columnText(trial.timing));
    update.bind(8, run);
    update.bind(9, trial.number);
    update.exec();
}

void scaleTrials(SQLite::Database& database, int64_t run, const TrialScale& scale)
{
    SQLite::Statement read(database,
                           "SELECT number, costs, timing, speedup FROM trial WHERE run = ? AND error_no = 0 AND speedup > 0");
    SQLite::Statement update(
        database, "UPDATE trial SET costs = ?, timing = ?, gflops = gflops / ?, speedup = ? WHERE run = ? AND number = ?");
    read.bind(1, run);
    while (read.executeStep()) {
        auto costs = memberOr({{"costs", jsonOrNull(read.getColumn(1).getString())}}, "costs", std::vector<double>());
        const double was = mean(costs);
        const double is = scale.seconds(was);
        if (!(was > 0) || is == was) {
            continue;
        }
        nlohmann::json timing = jsonOrNull(read.getColumn(2).getString());
        if (!timing.is_object() || !timing.contains("heard")) {
            timing["heard"] = was;
        }
        for (double& seconds : costs) {
            seconds = costs.size() == 1 ? is : toDigits(seconds * is / was, correctedDigits);
        }
        update.bind(1, columnText(costs));
        update.bind(2, columnText(timing));
        update.bind(3, is / was);
        update.bind(4, scale.speedup(was, read.getColumn(3).getDouble()));
        update.bind(5, run);
        update.bind(6, read.getColumn(0).getInt64());
        update.exec();
        update.reset();
    }
}

} // namespace knobscope
