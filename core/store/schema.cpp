// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <string>

namespace knobscope {

namespace {

/// migrations[v] leads from version v to v + 1.
constexpr std::array<const char*, projectVersion> migrations{R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE task (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, task TEXT NOT NULL, label TEXT NOT NULL,
                   space_text TEXT NOT NULL, space_length INTEGER NOT NULL, flops REAL NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, task INTEGER NOT NULL REFERENCES task(id), tuner TEXT NOT NULL,
                  parameters TEXT NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL, state TEXT NOT NULL,
                  started REAL NOT NULL, ended REAL NOT NULL DEFAULT 0, budget INTEGER NOT NULL, host_pid INTEGER NOT NULL,
                  host_start TEXT NOT NULL, best_index INTEGER NOT NULL DEFAULT -1, best_seconds REAL NOT NULL DEFAULT 0,
                  best_gflops REAL NOT NULL DEFAULT 0);
CREATE TABLE trial (run INTEGER NOT NULL REFERENCES run(id), number INTEGER NOT NULL, config INTEGER NOT NULL, entity TEXT NOT NULL,
                    costs TEXT NOT NULL, error_no INTEGER NOT NULL, message TEXT NOT NULL, all_cost REAL NOT NULL,
                    timestamp REAL NOT NULL, gflops REAL NOT NULL, build_seconds REAL NOT NULL, run_seconds REAL NOT NULL,
                    PRIMARY KEY (run, number)) WITHOUT ROWID;
CREATE INDEX trial_gflops ON trial (run, gflops);
CREATE TABLE string (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE track (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, tid INTEGER NOT NULL, process TEXT NOT NULL, thread TEXT NOT NULL,
                    UNIQUE (pid, tid, process));
CREATE TABLE span (track INTEGER NOT NULL, ts INTEGER NOT NULL, depth INTEGER NOT NULL, dur INTEGER NOT NULL, run INTEGER NOT NULL,
                   name INTEGER NOT NULL, category INTEGER NOT NULL, function INTEGER NOT NULL, file INTEGER NOT NULL,
                   line INTEGER NOT NULL, args TEXT NOT NULL, PRIMARY KEY (track, ts, depth, dur, name)) WITHOUT ROWID;
CREATE TABLE note (id INTEGER PRIMARY KEY, run INTEGER, created REAL NOT NULL, text TEXT NOT NULL);
)sql",
// What trials are filtered and sorted by, apart from the wide rows with their JSON; appended to, as numbers ascend.
R"sql(
CREATE INDEX trial_columns ON trial (run, number, config, error_no, gflops, timestamp, build_seconds, run_seconds);
)sql"};

} // namespace

void migrate(SQLite::Database& database)
{
    SQLite::Transaction transaction(database);
    int version = database.execAndGet("PRAGMA user_version").getInt();
    for (; version < projectVersion; ++version) {
        database.exec(migrations[static_cast<size_t>(version)]);
    }
    database.exec("PRAGMA application_id = " + std::to_string(projectApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(projectVersion));
    transaction.commit();
}

} // namespace knobscope
