// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/transfer.h"

#include <cstdint>

namespace knobscope {

/// What a run would begin with if it were started now.
struct TransferPreview {
    int64_t records = 0;     ///< of the same template, found in the source
    int64_t tasks = 0;       ///< that they are of
    int64_t known = 0;       ///< configs of this workload whose results stay
    bool tunerLearns = true; ///< false: the tuner makes nothing of records of other tasks
    std::vector<Sentence> sentences; ///< as the run will say them
};

/// Reads the source that the task's options name and asks their tuner. `project` is what "project" means; null: none, and
/// nothing is found there. Refuses what applyTransfer and makeTuner refuse.
Result<TransferPreview> previewTransfer(LoopTask task, Project* project, int threads);

} // namespace knobscope
