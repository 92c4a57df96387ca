// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialrows.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"
#include "core/base/statistics.h"
#include "core/store/schema.h"

namespace knobscope {

namespace {

/// Timing as JSON text; empty if unknown.
std::string timingText(const nlohmann::json& timing)
{
    return timing.is_null() ? std::string() : jsonText(timing);
}

/// The timing of a trial that is raised to the scale's least seconds, with its seconds as measured: its ratio times its
/// partner's.
std::string raisedTiming(const std::string& text, const TrialScale& scale)
{
    nlohmann::json timing = jsonOrNull(text);
    const double ratio = memberOr(timing, "ratio", 0.0);
    if (ratio > 0) {
        timing["share"] = ratio * scale.partnerSeconds / scale.leastSeconds;
        return timingText(timing);
    }
    return text;
}

} // namespace

bool nextTrial(Query& scan, TrialRow& row)
{
    std::string entity;
    std::string costs;
    std::string message;
    std::string timing;
    std::string pattern;
    if (!scan.next(row.number, row.index, entity, costs, row.errorNo, message, row.allCost, row.timestamp, row.gflops,
                   row.buildSeconds, row.runSeconds, row.speedup, row.pace, timing, pattern)) {
        return false;
    }
    row.why = sentenceFromColumns(std::move(message), pattern);
    row.entity = columnJson(entity);
    row.costs = columnJson(costs).get<std::vector<double>>();
    row.timing = timing.empty() ? nlohmann::json() : columnJson(timing);
    return true;
}

void insertTrial(SQLite::Database& database, int64_t run, const TrialRow& trial)
{
    Query(database,
          "INSERT OR REPLACE INTO trial (run, number, config, entity, costs, error_no, message, all_cost, timestamp, gflops,"
          " build_seconds, run_seconds, speedup, pace, timing, said) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          run, trial.number, trial.index, jsonText(trial.entity), jsonText(trial.costs), trial.errorNo, trial.why.message,
          trial.allCost, trial.timestamp, trial.gflops, trial.buildSeconds, trial.runSeconds, trial.speedup, trial.pace,
          timingText(trial.timing), patternText(trial.why))
        .run();
    if (!trial.reason.is_null()) {
        createProposalTable(database);
        Query(database, "INSERT OR REPLACE INTO proposal (run, number, reason) VALUES (?, ?, ?)", run, trial.number,
              jsonText(trial.reason))
            .run();
    }
}

void correctTrial(SQLite::Database& database, int64_t run, const TrialRow& trial)
{
    Query(database,
          "UPDATE trial SET costs = ?, error_no = ?, message = ?, said = ?, gflops = ?, speedup = ?, pace = ?, timing = ?"
          " WHERE run = ? AND number = ?",
          jsonText(trial.costs), trial.errorNo, trial.why.message, patternText(trial.why), trial.gflops, trial.speedup,
          trial.pace, timingText(trial.timing), run, trial.number)
        .run();
}

void scaleTrials(SQLite::Database& database, int64_t run, const TrialScale& scale)
{
    // Ordered by a column that the updates do not change: a row that moves within an index would be visited, and scaled, again.
    Query read(database,
               "SELECT number, costs, speedup, timing FROM trial WHERE run = ? AND error_no = 0 AND speedup > 0 ORDER BY number",
               run);
    Query update(database,
                 "UPDATE trial SET costs = ?, gflops = gflops / ?, speedup = ?, timing = ? WHERE run = ? AND number = ?");
    std::string timing;
    int64_t number = 0;
    double speedup = 0;
    for (std::string costsText; read.next(number, costsText, speedup, timing);) {
        auto costs = valueOr(jsonOrNull(costsText), std::vector<double>());
        const double was = mean(costs);
        const double is = scale.seconds(was);
        if (!(was > 0) || is == was) {
            continue;
        }
        for (double& seconds : costs) {
            seconds *= is / was;
        }
        if (is == scale.leastSeconds && scale.partner > 0 && number > scale.partner) {
            timing = raisedTiming(timing, scale);
        }
        update.run(jsonText(costs), is / was, scale.speedup(was, speedup), timing, run, number);
    }
}

} // namespace knobscope
