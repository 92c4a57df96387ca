// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "core/store/trialscale.h"

#include <cstdint>

namespace SQLite {
class Database;
}

namespace knobscope {

// Rows of the table trial, within the caller's transaction. They throw SQLite::Exception.

void insertTrial(SQLite::Database& database, int64_t run, const TrialRow& trial);
/// Writes over what a trial came to: costs, error, message, speeds and timing.
void correctTrial(SQLite::Database& database, int64_t run, const TrialRow& trial);
/// Writes over the costs and speed-ups of the run's trials. What the tuner was told ("heard") stays in the timing of those that
/// change.
void scaleTrials(SQLite::Database& database, int64_t run, const TrialScale& scale);

} // namespace knobscope
