// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/runoptions.h"
#include "core/result/result.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// A project may come from a stranger, so that a run's own files are used only where they lie in its folder or below, are no
/// hidden ones, and a log is called .log, .json, .jsonl or .txt. Others are used when whoever goes on with the run names them,
/// and refused otherwise; the sentence says how.

/// Puts the log that was named, an absolute path or "", in the place of the run's own.
Result<void> takeLog(RunOptions& options, int64_t run, const std::string& projectPath, const std::string& named);
/// The same with what the run learns from: as RunOptions::transfer, or "" for the run's own.
Result<void> takeTransfer(RunOptions& options, int64_t run, const std::string& projectPath, const std::string& named);
/// Whether what a project says a run learns from (RunOptions::transfer) may be used unasked: nothing, itself, or a file beside
/// it.
bool isOwnTransfer(const std::string& projectPath, const std::string& transfer);

} // namespace knobscope
