// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record.h"
#include "core/store/projectwriter.h"
#include "core/target/cputicks.h"
#include "core/tuning/loop.h"

#include <cstdint>
#include <deque>

namespace knobscope {

/// Writes runs, trials and spans to a project as they happen. Rejects a run whose row cannot be written. Data that still cannot
/// be written when a run ends (a full disk) is saved to an AutoTVM log in the folder for temporary files, which problem() names.
/// Ends a run if the project's file is gone; the run is in the writer's new file then. Claims a resumed run, and rejects it if
/// another program owns it or has owned it since it was read. All runs of a task on one machine share one scale.
class StoreListener : public LoopListener
{
public:
    StoreListener(ProjectWriter& writer, MeasureOptions measuring)
        : m_writer(writer)
        , m_measuring(std::move(measuring))
    {
    }

    Result<void> prepare(const RunStarted& event) override;
    Result<void> checkCanContinue() override;
    Baseline baseline() const override { return m_baseline; }
    int64_t row() const override { return lastRun(); }
    void trialFinished(const TrialFinished& event) override;
    void trialCorrected(const TrialCorrected& event) override;
    void anchorReplaced(const ConfigEntity& anchor) override;
    void scaleCorrected(const TrialScale& scale) override;
    void limitsChanged(const RunOptions& options) override;
    void warning(const Sentence& disturbance) override;
    void runFinished(const RunFinished& event) override;

    /// Call after the last run: waits until all is written, and checks the file once more. Returns false if problem() names data
    /// that is not where it belongs.
    bool settle();
    /// Rows of the runs, in the order started; 0 for one that could not be written.
    const std::vector<int64_t>& runs() const { return m_runs; }
    /// Row of the last run; 0 if there is none.
    int64_t lastRun() const { return m_runs.empty() ? 0 : m_runs.back(); }
    /// Names the data that could not be written, and where it is instead; empty if there is none.
    const Sentence& problem() const { return m_problem; }

private:
    struct Unwritten {
        uint64_t place = 0; ///< of its last row, in the writer's order
        TuningRecord record;
    };
    nlohmann::json optionsJson() const;
    void queueUnwritten(const TrialFinished& event);
    void readScale(const RunStarted& event);
    Result<void> resumeRun(const RunStarted& event);
    bool flush();
    void rescue(int64_t run);
    void reportOnce(const Sentence& problem);
    ProjectWriter& m_writer;
    MeasureOptions m_measuring;
    RunOptions m_options; ///< of the current run
    std::vector<int64_t> m_runs;
    Baseline m_baseline; ///< the current run's anchor
    bool m_isContinued = false; ///< the current run has earlier trials
    Sentence m_disturbance; ///< of the current run; empty: none
    std::string m_machine; ///< name of the CPU that the run's scale belongs to
    TuningRecord m_pattern; ///< shared by all records of the run
    std::deque<Unwritten> m_unwritten;
    Sentence m_problem;
    CpuLoad m_load;
};

} // namespace knobscope
