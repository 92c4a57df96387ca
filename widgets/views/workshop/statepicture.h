// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/stageloops.h"
#include "core/study/visitorder.h"
#include "widgets/views/workshop/scheduleanalysis.h"

#include <memory>

namespace knobscope {

/// The content of the picture of a schedule's state.
struct StatePicture {
    QString nest;                            ///< the loop nest as text
    std::shared_ptr<const VisitOrder> order; ///< with all sizes of at most 64; null: none
    QString orderProblem;                    ///< why there is none
    std::vector<StageLoops> loops;           ///< that the next line may name
};

/// Lowers a state of a schedule; fails for one that is illegal.
Result<StatePicture> pictureOfState(const ScheduleAnalysis& analysis, size_t step);

} // namespace knobscope
