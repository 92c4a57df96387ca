// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialquery.h"
#include "core/task/speedunit.h"
#include "core/task/task.h"
#include "core/timing/measurer.h"
#include "widgets/controls/headline.h"
#include "widgets/project/selection.h"

namespace knobscope {

/// The speed of the chosen config: that of its trial, or that of measuring it now.
class ResultHeadline : public Headline
{
    Q_OBJECT
public:
    ResultHeadline();
    /// `isEdited`: the space is; runs of the template's may have measured the same values.
    void showUnmeasured(bool isEdited = false);
    /// `share`: of the machine's peak, as text; empty: unknown.
    void showTrial(TrialRef trial, const TrialRow& row, SpeedUnit unit, const QString& share);
    void showMeasured(const Task& task, const MeasureResult& result, const QString& share);
};

} // namespace knobscope
