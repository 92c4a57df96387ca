// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/measure/cputicks.h"
#include "core/record/record.h"
#include "core/store/projectwriter.h"

#include <cstdint>
#include <deque>

namespace knobscope {

/// Writes runs, trials and spans to a project as they happen. A run whose row cannot be written is refused. What still cannot be
/// written when a run ends (a full disk) is kept in an AutoTVM log in the folder for temporary files, which problem() names. A
/// run whose project is gone from its name ends; it is in the writer's new file then. A run that is resumed is claimed, and
/// refused where another program has it or had it since it was read. A task's runs on one machine are on one scale.
class StoreListener : public LoopListener
{
public:
    StoreListener(ProjectWriter& writer, MeasureOptions measuring)
        : m_writer(writer)
        , m_measuring(std::move(measuring))
    {
    }

    Result<void> makeReady(const RunStarted& event) override;
    Result<void> mayGoOn() override;
    double anchorSeconds() const override { return m_anchorSeconds; }
    void trialFinished(const TrialFinished& event) override;
    void trialCorrected(const TrialCorrected& event) override;
    void scaleCorrected(const TrialScale& scale) override;
    void limitsChanged(const RunOptions& options) override;
    void runFinished(const RunFinished& event) override;

    /// After the last run: waits until all is written, and looks for the file once more. False: problem() says what is not where
    /// it belongs.
    bool settle();
    /// The rows of the runs, in the order started; 0 for one that could not be written.
    const std::vector<int64_t>& runs() const { return m_runs; }
    /// The last of them; 0: there is none.
    int64_t lastRun() const { return m_runs.empty() ? 0 : m_runs.back(); }
    /// What could not be written, and where it is instead; empty while all was.
    const Sentence& problem() const { return m_problem; }

private:
    struct Unwritten {
        uint64_t place = 0; ///< of the last row that belongs to it, in the writer's order
        TuningRecord record;
    };
    nlohmann::json optionsJson() const;
    void rememberUntilWritten(const TrialFinished& event);
    void readScale(const RunStarted& event);
    Result<void> takeOver(const RunStarted& event);
    bool flush();
    void rescue(int64_t run);
    void sayOnce(const Sentence& problem);
    ProjectWriter& m_writer;
    MeasureOptions m_measuring;
    RunOptions m_options; ///< of the run that goes on
    std::vector<int64_t> m_added; ///< numbers of its trials that a person added: a resumed run must not
                                  ///< take them for proposals
    std::vector<int64_t> m_runs;
    double m_anchorSeconds = 0; ///< see anchorSecondsIn()
    std::string m_machine; ///< the name of the CPU that the run's scale is of
    TuningRecord m_pattern; ///< what all records of the run share
    std::deque<Unwritten> m_unwritten;
    Sentence m_problem;
    CpuLoad m_load;
};

} // namespace knobscope
