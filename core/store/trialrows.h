// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/rows.h"
#include "core/store/trialscale.h"

#include <cstdint>
#include <string>

// Rows of the table trial. Functions that write run within the caller's transaction. All throw SQLite::Exception.

namespace knobscope {

/// SELECT columns of a whole trial.
inline constexpr const char* kTrialColumns =
    "number, config, entity, costs, error_no, message, all_cost, timestamp, gflops, build_seconds, run_seconds, speedup, pace,"
    " timing, said";
/// Reads the next row of a scan of kTrialColumns; false after the last. Throws SQLite and JSON exceptions.
bool nextTrial(Query& scan, TrialRow& row);

/// Stores the reason, too, if there is one.
void insertTrial(SQLite::Database& database, int64_t run, const TrialRow& trial);
/// Replaces a trial's result: costs, error, message, speeds and timing.
void correctTrial(SQLite::Database& database, int64_t run, const TrialRow& trial);
/// Rescales costs and speed-ups of the run's trials.
void scaleTrials(SQLite::Database& database, int64_t run, const TrialScale& scale);

} // namespace knobscope
