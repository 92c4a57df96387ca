// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/log.h"
#include "core/record/record.h"
#include "core/tuning/loop.h"

#include <cstdint>
#include <map>
#include <string>

namespace knobscope {

/// Appends AutoTVM records to a log, one line per trial as it arrives, including failed ones. If the log is gone, reports that
/// and continues with a new one (see LogAppender).
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
    /// Message about a lost log, and the first write error; empty if there was none.
    Sentence problem() const;

private:
    /// Returns true for a successful record of this run's task.
    bool isOfRun(const TuningRecord& record) const;
    /// Finds the lines of restored trials; runs before the first correction.
    void findRestored();
    template<class T>
    void remember(const Result<T>& written)
    {
        if (!written && m_problem.empty()) {
            m_problem = written.error();
        }
    }

    LogAppender& m_log;
    std::map<int64_t, int64_t> m_lines; ///< positions in the log of this run's successful trials, by number
    std::map<std::string, int64_t> m_restored; ///< numbers of restored trials that worked, by the key of their records
    TuningRecord m_pattern; ///< shared by all records of the run
    Sentence m_problem;
};

/// Adds a measured config to a run's pattern.
TuningRecord recordOf(TuningRecord pattern, const ConfigEntity& entity, const MeasureResult& result);
/// The record of one measured config.
TuningRecord recordOf(const Task& task, const ConfigEntity& entity, const MeasureResult& result);

} // namespace knobscope
