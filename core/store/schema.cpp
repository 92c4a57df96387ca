// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace knobscope {

namespace {

constexpr const char* kSchema = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE task (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, task TEXT NOT NULL, label TEXT NOT NULL,
                   space_text TEXT NOT NULL, space_length INTEGER NOT NULL, flops REAL NOT NULL);
-- host_start, best_index, best_seconds and best_gflops are not used.
CREATE TABLE run (id INTEGER PRIMARY KEY, task INTEGER NOT NULL REFERENCES task(id), tuner TEXT NOT NULL,
                  parameters TEXT NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL, state TEXT NOT NULL,
                  started REAL NOT NULL, ended REAL NOT NULL DEFAULT 0, budget INTEGER NOT NULL, host_pid INTEGER NOT NULL,
                  host_start TEXT NOT NULL, best_index INTEGER NOT NULL DEFAULT -1, best_seconds REAL NOT NULL DEFAULT 0,
                  best_gflops REAL NOT NULL DEFAULT 0);
CREATE TABLE trial (run INTEGER NOT NULL REFERENCES run(id), number INTEGER NOT NULL, config INTEGER NOT NULL, entity TEXT NOT NULL,
                    costs TEXT NOT NULL, error_no INTEGER NOT NULL, message TEXT NOT NULL, all_cost REAL NOT NULL,
                    timestamp REAL NOT NULL, gflops REAL NOT NULL, build_seconds REAL NOT NULL, run_seconds REAL NOT NULL,
                    speedup REAL NOT NULL DEFAULT 0, pace REAL NOT NULL DEFAULT 0, timing TEXT NOT NULL DEFAULT '',
                    said TEXT NOT NULL DEFAULT '', PRIMARY KEY (run, number)) WITHOUT ROWID;
CREATE INDEX trial_gflops ON trial (run, gflops);
-- The columns for filtering and sorting trials, without the wide JSON columns. Grows at its end, as numbers ascend.
CREATE INDEX trial_columns ON trial (run, number, config, error_no, gflops, timestamp, build_seconds, run_seconds);
CREATE TABLE string (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE trace (id INTEGER PRIMARY KEY, path TEXT NOT NULL, state TEXT NOT NULL, imported REAL NOT NULL, finest INTEGER NOT NULL,
                    problems TEXT NOT NULL);
CREATE TABLE track (id INTEGER PRIMARY KEY, trace INTEGER NOT NULL, pid INTEGER NOT NULL, tid INTEGER NOT NULL, process TEXT NOT NULL,
                    thread TEXT NOT NULL, depths INTEGER NOT NULL DEFAULT 0, first INTEGER NOT NULL DEFAULT 0,
                    last INTEGER NOT NULL DEFAULT 0, spans INTEGER NOT NULL DEFAULT 0);
CREATE INDEX track_trace ON track (trace, pid, tid);
CREATE TABLE span (track INTEGER NOT NULL, ts INTEGER NOT NULL, depth INTEGER NOT NULL, dur INTEGER NOT NULL, run INTEGER NOT NULL,
                   name INTEGER NOT NULL, category INTEGER NOT NULL, function INTEGER NOT NULL, file INTEGER NOT NULL,
                   line INTEGER NOT NULL, args TEXT NOT NULL, trial INTEGER NOT NULL DEFAULT 0,
                   PRIMARY KEY (track, ts, depth, dur, name)) WITHOUT ROWID;
CREATE INDEX span_trial ON span (run, trial) WHERE trial > 0;
CREATE TABLE span_level (track INTEGER NOT NULL, level INTEGER NOT NULL, depth INTEGER NOT NULL, cell INTEGER NOT NULL,
                         first INTEGER NOT NULL, last INTEGER NOT NULL, busy INTEGER NOT NULL, count INTEGER NOT NULL,
                         name INTEGER NOT NULL, longest INTEGER NOT NULL, PRIMARY KEY (track, level, depth, cell)) WITHOUT ROWID;
CREATE TABLE counter (id INTEGER PRIMARY KEY, trace INTEGER NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE (trace, name));
CREATE TABLE sample (counter INTEGER NOT NULL, ts INTEGER NOT NULL, value REAL NOT NULL, PRIMARY KEY (counter, ts)) WITHOUT ROWID;
CREATE TABLE note (id INTEGER PRIMARY KEY, run INTEGER, created REAL NOT NULL, text TEXT NOT NULL);
)sql";

// The arrows of imported traces: from a place on a span to a place on another one.
constexpr const char* kFlowSchema = R"sql(
CREATE TABLE IF NOT EXISTS flow (trace INTEGER NOT NULL, from_track INTEGER NOT NULL, from_ts INTEGER NOT NULL, from_depth INTEGER NOT NULL,
                                 to_track INTEGER NOT NULL, to_ts INTEGER NOT NULL, to_depth INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS flow_from ON flow (from_track, from_ts);
CREATE INDEX IF NOT EXISTS flow_to ON flow (to_track, to_ts);
)sql";

constexpr const char* kProposalSchema =
    "CREATE TABLE IF NOT EXISTS proposal (run INTEGER NOT NULL, number INTEGER NOT NULL, reason TEXT NOT NULL,"
    " PRIMARY KEY (run, number)) WITHOUT ROWID";

} // namespace

void createSchema(SQLite::Database& database)
{
    // Another program may be creating it: SQLite would reject a deferred transaction that turns into a write.
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    if (database.execAndGet("PRAGMA user_version").getInt() == 0) {
        database.exec(kSchema);
        database.exec("PRAGMA application_id = " + std::to_string(kProjectApplicationId));
        database.exec("PRAGMA user_version = " + std::to_string(kProjectVersion));
    }
    transaction.commit();
}

void createProposalTable(SQLite::Database& database)
{
    database.exec(kProposalSchema);
}

void createFlowTable(SQLite::Database& database)
{
    database.exec(kFlowSchema);
}

} // namespace knobscope
