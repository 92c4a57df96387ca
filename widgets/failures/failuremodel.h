// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/failuregroups.h"
#include "widgets/table/celltable.h"

#include <cstdint>

namespace knobscope {

/// "tile_ow inner ≥ 28", "unroll_kw = 1": a condition for people.
QString conditionWords(const KnobCondition& condition);
/// "97 % of these have tile_ow inner ≥ 28; of the other trials 3 % have." Or that no single knob explains them.
QString explanationWords(const FailureGroup& group);

/// The groups of a failure report, the largest first; shares are sorted by from 0 to 1.
class FailureModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { Stage, Reason, Count, Share, Explanation };

    FailureModel() { setReport({}); }
    void setReport(FailureReport report);
    const FailureReport& report() const { return m_report; }
    const FailureGroup* group(int row) const;
    /// The group that a trial of the run belongs to; -1 when it did not fail.
    int rowOf(int64_t trial) const;

private:
    FailureReport m_report;
};

} // namespace knobscope
