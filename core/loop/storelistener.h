// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/cpuload.h"
#include "core/loop/loop.h"
#include "core/store/projectwriter.h"

namespace knobscope {

/// Writes runs, trials and spans to a project as they happen.
class StoreListener : public LoopListener
{
public:
    StoreListener(ProjectWriter& writer, MeasureOptions measuring)
        : m_writer(writer)
        , m_measuring(std::move(measuring))
    {
    }

    void runStarted(const RunStarted& event) override;
    void trialFinished(const TrialFinished& event) override;
    void limitsChanged(const RunOptions& options) override;
    void runFinished(const RunFinished& event) override;

    /// The rows of the runs, in the order started; 0 for one that could not be written.
    const std::vector<int64_t>& runs() const { return m_runs; }
    /// Why a run could not be written; empty while all were.
    const std::string& problem() const { return m_problem; }

private:
    nlohmann::json optionsJson() const;
    ProjectWriter& m_writer;
    MeasureOptions m_measuring;
    RunOptions m_options;        ///< of the run that goes on
    std::vector<int64_t> m_added; ///< numbers of its trials that a person added: a resumed run must not take them for proposals
    std::vector<int64_t> m_runs;
    std::string m_problem;
    CpuLoad m_load;
};

} // namespace knobscope
