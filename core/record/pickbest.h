// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/record/log.h"
#include "core/record/record.h"

#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Indexes of the records that AutoTVM's pick-best keeps, ascending: the best ones of the tables of HistoryBest, without
/// duplicate configs. If a config was measured twice, its first usable occurrence represents both, even if the second was faster.
/// Never includes failed and 0.1 records, and times that no machine can reach.
std::vector<size_t> pickBest(std::span<const TuningRecord>);

/// The records that are never a best because no machine can be that fast, by their lines, and why.
std::vector<LogProblem> unreachableRecords(std::span<const TuningRecord>);

/// Result of pickBestLog.
struct PickedLog {
    size_t read = 0, written = 0;
    LogContents input; ///< the input, with its problems
};

/// AutoTVM's `--mode pick`: writes the best records of `inPath` to `outPath`, including records already in `outPath`, which come
/// after those of the input. 0.1 records are upgraded; those that cannot be are reported as problems.
Result<PickedLog> pickBestLog(const std::string& inPath, const std::string& outPath);

} // namespace knobscope
