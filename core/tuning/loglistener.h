// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/log.h"
#include "core/record/record.h"
#include "core/tuning/loop.h"

namespace knobscope {

/// Appends AutoTVM records to a log, one line per trial as it arrives, including failed ones. Lines are never changed: a trial
/// that turns out wrong or faster at the end of the run is appended once more. If the log is gone, reports that and continues
/// with a new one (see LogAppender).
class LogListener : public LoopListener
{
public:
    explicit LogListener(LogAppender& log)
        : m_log(log)
    {
    }

    void runStarted(const RunStarted& event) override;
    void trialFinished(const TrialFinished& event) override;
    void trialCorrected(const TrialCorrected& event) override;
    void runFinished(const RunFinished& event) override;
    /// Message about a lost log, and the first write error; empty if there was none.
    Sentence problem() const;

private:
    void append(const ConfigEntity& entity, const MeasureResult& result);
    void remember(const Result<void>& written);

    LogAppender& m_log;
    TuningRecord m_pattern; ///< shared by all records of the run
    Sentence m_problem;
};

/// Adds a measured config to a run's pattern.
TuningRecord recordOf(TuningRecord pattern, const ConfigEntity& entity, const MeasureResult& result);
/// The record of one measured config.
TuningRecord recordOf(const Task& task, const ConfigEntity& entity, const MeasureResult& result);

} // namespace knobscope
