// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tuning/runoptions.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// A project may be untrusted, so a run's own files are used only if they are in the project's folder or below and not hidden,
/// and if a log ends in .log, .json, .jsonl or .txt. Other files are used only if the user names them when resuming the run;
/// otherwise they are rejected with instructions.

/// Replaces the run's own log by the named one, an absolute path; "" keeps the run's own.
Result<void> setLog(RunOptions& options, int64_t run, const std::string& projectPath, const std::string& named);
/// The same for the source of earlier results: as RunOptions::transfer, or "" for the run's own.
Result<void> setTransfer(RunOptions& options, int64_t run, const std::string& projectPath, const std::string& named);
/// Returns true if a project's source of earlier results (RunOptions::transfer) may be used without confirmation: none, the
/// project itself, or a file in its folder.
bool isOwnTransfer(const std::string& projectPath, const std::string& transfer);

} // namespace knobscope
