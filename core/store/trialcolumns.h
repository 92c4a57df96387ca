// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialscan.h"

#include <string>

namespace knobscope {

/// Whether the file keeps speed-ups and timings: files of older formats that are open for reading alone do not.
bool hasTimings(SQLite::Database& database);
/// The columns of a whole trial, for SELECT.
std::string trialColumns(SQLite::Database& database);
/// The row that a scan of trialColumns() stands at. Throws what SQLite and JSON throw.
TrialRow readTrial(TrialScan& scan);

} // namespace knobscope
