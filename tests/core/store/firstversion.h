// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace knobscope {

/// Turns a project into one as the first version of the program wrote it.
inline void makeFirstVersion(const std::string& path)
{
    SQLite::Database(path, SQLite::OPEN_READWRITE)
        .exec("DROP INDEX trial_columns;"
              "ALTER TABLE trial DROP COLUMN speedup; ALTER TABLE trial DROP COLUMN pace; ALTER TABLE trial DROP COLUMN timing;"
              "ALTER TABLE trial DROP COLUMN said;"
              "DROP INDEX span_trial; DROP TABLE span_level; DROP TABLE sample; DROP TABLE counter; DROP TABLE trace;"
              "CREATE TABLE old AS SELECT track, ts, 0 AS depth, dur, run, name, category, function, file, line, args FROM "
              "span; DROP TABLE span;"
              "CREATE TABLE span (track INTEGER NOT NULL, ts INTEGER NOT NULL, depth INTEGER NOT NULL, dur INTEGER NOT NULL, "
              "run INTEGER NOT NULL,"
              " name INTEGER NOT NULL, category INTEGER NOT NULL, function INTEGER NOT NULL, file INTEGER NOT NULL, line "
              "INTEGER NOT NULL,"
              " args TEXT NOT NULL, PRIMARY KEY (track, ts, depth, dur, name)) WITHOUT ROWID; INSERT INTO span SELECT * FROM "
              "old; DROP TABLE old;"
              "DROP INDEX track_trace; CREATE TABLE old AS SELECT * FROM track; DROP TABLE track;"
              "CREATE TABLE track (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, tid INTEGER NOT NULL, process TEXT NOT "
              "NULL, thread TEXT NOT NULL,"
              " UNIQUE (pid, tid, process)); INSERT INTO track SELECT id, pid, tid, process, thread FROM old; DROP TABLE "
              "old; PRAGMA user_version = 1");
}

} // namespace knobscope
