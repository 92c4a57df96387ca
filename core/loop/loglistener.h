// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/record/log.h"
#include "core/record/record.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// Appends AutoTVM records to a log, a line a trial as it arrives, failed ones too. A log that is gone is said, and the run goes
/// on with the new one (see LogAppender).
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
    /// What happened to the log, and the first line that could not be written; empty while all were.
    std::string problem() const;

private:
    struct Line {
        int64_t place = -1; ///< in the file
        TuningRecord record;
    };
    void remember(const Result<void>& written);

    LogAppender& m_log;
    std::map<int64_t, Line> m_lines; ///< of this run's best trials, which alone are ever corrected, by their numbers
    TuningRecord m_pattern; ///< what all records of the run share
    std::string m_problem;
};

/// A run's pattern with what one measured config adds.
TuningRecord recordOf(TuningRecord pattern, const ConfigEntity& entity, const MeasureResult& result);
/// The record of one measured config.
TuningRecord recordOf(const Task& task, const ConfigEntity& entity, const MeasureResult& result);

} // namespace knobscope
