// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

namespace knobscope {

/// The limits of a run, and why no more is proposed once that is so.
class RunEnd
{
public:
    explicit RunEnd(const RunOptions& options)
        : m_options(options)
    {
    }

    /// With the limits as changed while the run goes on.
    const RunOptions& options() const { return m_options; }
    StopRule rule() const { return stopRuleOf(m_options); }
    void changeLimits(const RunOptions& limits)
    {
        m_options.trials = limits.trials;
        m_options.seconds = limits.seconds;
        m_options.earlyStopping = limits.earlyStopping;
        m_options.targetGflops = limits.targetGflops;
        m_options.targetPercent = limits.targetPercent;
        m_options.peakGflops = limits.peakGflops;
    }

    bool isReached() const { return !m_reason.empty(); }
    /// Ends it when a limit is reached.
    void judge(const RunStanding& standing)
    {
        if (const auto verdict = rule().verdict(standing)) {
            end("finished", *verdict);
        }
    }
    /// Ends it for this reason, unless there was one before.
    void end(std::string reason, Sentence detail)
    {
        if (!isReached()) {
            m_reason = std::move(reason);
            m_detail = std::move(detail);
        }
    }
    /// Ends it at once, whatever the reason was.
    void stop() { m_reason = "stopped"; }
    void fill(RunFinished& finished) const
    {
        finished.reason = m_reason;
        finished.detail = m_detail;
    }

private:
    RunOptions m_options;
    std::string m_reason; ///< as in RunFinished; empty while more is proposed
    Sentence m_detail;
};

} // namespace knobscope
