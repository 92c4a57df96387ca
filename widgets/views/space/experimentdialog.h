// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/experiment.h"
#include "core/study/price.h"
#include "widgets/controls/celltable.h"
#include "widgets/project/workspace.h"

#include <QDialog>
#include <QLabel>

#include <cstdint>

class QComboBox;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace knobscope {

class Headline;

/// Starts the runs of an experiment one after the other in the workspace's session, which stores them in the project like other
/// runs. Stopping a run in any way ends the experiment; complete pairs are evaluated. GUI thread only.
class ExperimentQueue : public QObject
{
    Q_OBJECT
public:
    explicit ExperimentQueue(Workspace& workspace);
    /// Returns an error while a run is active or if the project is not writable.
    Result<void> start(const ExperimentPlan& plan, const MeasureOptions& measuring);
    /// Stops the current run and the experiment.
    void stop();
    bool isRunning() const { return m_running; }
    size_t runCount() const { return m_runs.size(); }
    /// Number of finished runs.
    size_t doneCount() const { return m_rows.size(); }
    /// Evaluation of the complete pairs so far; nullopt before the first.
    const std::optional<ExperimentResult>& result() const { return m_result; }

signals:
    /// Trial count of the current run.
    void progressed(qint64 trials, qint64 total);
    /// A run has finished; result() includes it.
    void runFinished();
    /// `problem` is empty if all runs were completed.
    void finished(const QString& problem);

private:
    void next();
    void runEnded(const RunFinished& result, const Sentence& problem);
    void end(const QString& problem);
    void evaluate();

    Workspace& m_workspace;
    std::vector<LoopTask> m_runs;
    std::vector<int64_t> m_rows; ///< row ids of finished runs in the project
    std::optional<ExperimentResult> m_result;
    MeasureOptions m_measuring;
    QString m_path;
    bool m_running = false;
    bool m_stopping = false;
    bool m_ownRun = false; ///< the session's current run belongs to the experiment
};

/// Compares the template's space with the edited one: tunes both with the same tuner, budget and seeds, and shows the results
/// with a summary. Not modal: the window shows the runs meanwhile. GUI thread only.
class ExperimentDialog : public QDialog
{
    Q_OBJECT
public:
    ExperimentDialog(Workspace& workspace, std::optional<MeasuredRate> rate, QWidget* parent = nullptr);
    ~ExperimentDialog() override;
    ExperimentQueue& queue() { return m_queue; }
    QString verdictText() const { return m_verdict->text(); }
    QString estimateText() const { return m_estimate->text(); }

private:
    QString fullVisitNote() const;
    QWidget* makeForm();
    void showEstimate();
    /// Sets the trials of a run that fit the budget; does nothing if no rate is known.
    void fitBudget();
    void start();
    void showRunning(bool running);
    void showResult();
    void finish(const QString& problem);

    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task;
    QString m_label;
    std::optional<MeasuredRate> m_rate;
    int64_t m_templateConfigs = 0; ///< upper bound; a run visits no more
    int64_t m_editedConfigs = 0;
    ExperimentQueue m_queue;
    QComboBox* m_tuner;
    QSpinBox* m_budget; ///< minutes
    QSpinBox* m_trials;
    QSpinBox* m_seeds;
    QSpinBox* m_firstSeed;
    QLabel* m_estimate;
    QProgressBar* m_progress;
    bool m_fitsBudget = true; ///< the trials follow the budget; a person set them otherwise
    CellTable m_results; ///< one row per seed
    Headline* m_answer;
    QLabel* m_verdict;
    QPushButton* m_start;
    QPushButton* m_stop;
};

} // namespace knobscope
