// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/experiment.h"
#include "widgets/workspace/workspace.h"

#include <cstdint>

namespace knobscope {

/// Makes the runs of an experiment one after the other through the workspace's session, so that they are kept in the project
/// like any others. A run that is stopped, by whoever, ends the experiment; whole pairs that are done are evaluated.
/// GUI thread only.
class ExperimentQueue : public QObject
{
    Q_OBJECT
public:
    explicit ExperimentQueue(Workspace& workspace);
    /// Refused while a run goes on and where the project cannot be written.
    Result<void> start(const ExperimentPlan& plan, const MeasureOptions& measuring);
    /// Ends the run that goes on and the experiment.
    void stop();
    bool isRunning() const { return m_running; }
    size_t runCount() const { return m_runs.size(); }
    /// Runs that are finished.
    size_t doneCount() const { return m_rows.size(); }
    /// What the whole pairs so far say; nothing before the first.
    const std::optional<ExperimentResult>& result() const { return m_result; }

signals:
    /// Trials of the run that goes on.
    void progressed(qint64 trials, qint64 total);
    /// result() is up to date with it.
    void runFinished();
    /// `problem` is empty when all runs were made.
    void finished(const QString& problem);

private:
    void next();
    void runEnded(const RunFinished& result, const Sentence& problem);
    void end(const QString& problem);
    void evaluate();

    Workspace& m_workspace;
    std::vector<LoopTask> m_runs;
    std::vector<int64_t> m_rows; ///< the project's, of finished runs
    std::optional<ExperimentResult> m_result;
    uint64_t m_firstSeed = 0;
    MeasureOptions m_measuring;
    QString m_path;
    bool m_running = false;
    bool m_stopping = false;
    bool m_ownRun = false; ///< the session's run is ours
};

} // namespace knobscope
