// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/runoptions.h"
#include "core/result/result.h"

#include <cstdint>
#include <string>

namespace knobscope {

/// Files that whoever goes on with a run names himself, which he may do of any file.
struct NamedFiles {
    std::string log;      ///< an absolute path; "": the run's own
    std::string transfer; ///< as RunOptions::transfer; "": the run's own
};

/// Puts these files in the place of the run's own. A project may come from a stranger, so that a run's own files are used only
/// where they lie in its folder or below, are no hidden ones, and a log is called .log, .json, .jsonl or .txt; others have to be
/// named. The sentence says how.
Result<void> takeFiles(RunOptions& options, int64_t run, const std::string& projectPath, const NamedFiles& named);

} // namespace knobscope
