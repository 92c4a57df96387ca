// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/rows.h"
#include "core/store/trialscale.h"

#include <cstdint>
#include <string>

// Rows of the table trial. What writes them does so within the caller's transaction. All throw SQLite::Exception.

namespace knobscope {

/// Whether the file keeps speed-ups and timings: files of older formats that are open for reading alone do not.
bool hasTimings(SQLite::Database& database);
/// Whether it keeps the patterns of messages (patternText), likewise.
bool hasPatterns(SQLite::Database& database);
/// The columns of a whole trial, for SELECT.
std::string trialColumns(SQLite::Database& database);
/// The next row of a scan of trialColumns(); false: there is none. Throws what SQLite and JSON throw.
bool nextTrial(Query& scan, TrialRow& row);

void insertTrial(SQLite::Database& database, int64_t run, const TrialRow& trial);
/// Writes over what a trial came to: costs, error, message, speeds and timing.
void correctTrial(SQLite::Database& database, int64_t run, const TrialRow& trial);
/// Writes over the costs and speed-ups of the run's trials. What the tuner was told ("heard") stays in the timing of those that
/// change.
void scaleTrials(SQLite::Database& database, int64_t run, const TrialScale& scale);

} // namespace knobscope
