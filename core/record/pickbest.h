// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/log.h"
#include "core/record/record.h"
#include "core/result/result.h"

#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Positions of the records that AutoTVM's pick-best keeps, ascending: those that are the best of a table of HistoryBest, each
/// config once. When one config was measured twice, its first usable occurrence stands for both, even where the second was
/// the faster one. Failed and 0.1 records are never among them.
std::vector<size_t> pickBest(std::span<const TuningRecord>);

/// What pickBestLog did.
struct PickedLog {
    size_t read = 0, written = 0;
    LogContents input; ///< what was read, with its problems
};

/// AutoTVM's `--mode pick`: writes the best records of `inPath` to `outPath`. Records that `outPath` already holds take part,
/// after those of the input. 0.1 records are upgraded; those that cannot be are problems.
Result<PickedLog> pickBestLog(const std::string& inPath, const std::string& outPath);

} // namespace knobscope
