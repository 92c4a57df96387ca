// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonstate.h"
#include "core/store/rows.h"
#include "widgets/project/workspace.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace knobscope {

/// The facts from which a lesson's state is computed: plain values, copied in the GUI thread.
struct ProgramFacts {
    std::shared_ptr<const Task> task;
    int64_t config = -1;
    bool isRunning = false;
    std::vector<RunRow> runs;     ///< of the project
    std::vector<RunRow> taskRuns; ///< of the open task, with any edits
    int64_t editedRuns = 0;       ///< those of them that had edits, without those by hand
    LessonState others;           ///< values of views; they replace computed ones
};

/// Copies what is known now. GUI thread; microseconds.
ProgramFacts programFacts(Workspace& workspace);
/// Computes a state; counting a constrained space takes up to half a second the first time. Any thread.
LessonState programState(const ProgramFacts& facts);

} // namespace knobscope
