// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/record/log.h"
#include "core/record/record.h"

#include <cstdint>
#include <map>
#include <string>

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
    void scaleCorrected(const TrialScale& scale) override;
    void runFinished(const RunFinished& event) override;
    /// What happened to the log, and the first line that could not be written; empty while all were.
    Sentence problem() const;

private:
    /// Whether it is one of this run's task.
    bool isOfRun(const TuningRecord& record) const;
    /// Looks for the lines of restored trials, before the first correction.
    void findRestored();
    template<class T>
    void remember(const Result<T>& written)
    {
        if (!written && m_problem.empty()) {
            m_problem = written.error();
        }
    }

    LogAppender& m_log;
    std::map<int64_t, int64_t> m_lines; ///< where those of this run's trials begin that worked, by their numbers
    std::map<std::string, int64_t> m_restored; ///< numbers of restored trials that worked, by what their records say
    TuningRecord m_pattern; ///< what all records of the run share
    Sentence m_problem;
};

/// A run's pattern with what one measured config adds.
TuningRecord recordOf(TuningRecord pattern, const ConfigEntity& entity, const MeasureResult& result);
/// The record of one measured config.
TuningRecord recordOf(const Task& task, const ConfigEntity& entity, const MeasureResult& result);

} // namespace knobscope
