// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/rows.h"

#include <string>

namespace knobscope {

/// Whether the file keeps speed-ups and timings: files of older formats that are open for reading alone do not.
bool hasTimings(SQLite::Database& database);
/// Whether it keeps the patterns of messages (patternText), likewise.
bool hasPatterns(SQLite::Database& database);
/// The columns of a whole trial, for SELECT.
std::string trialColumns(SQLite::Database& database);
/// The next row of a scan of trialColumns(); false: there is none. Throws what SQLite and JSON throw.
bool nextTrial(Query& scan, TrialRow& row);

} // namespace knobscope
