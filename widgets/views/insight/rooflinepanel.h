// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/roofline.h"
#include "core/study/trialset.h"
#include "widgets/base/latestwork.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/workspace.h"

#include <QLabel>

class QPushButton;

namespace knobscope {

class Headline;

/// The rooflines of this machine's memory and caches and every trial below them, in plain operations; one roof per number of
/// threads of the trials. All trials of a task have the same intensity (FLOPs per compulsory byte). Trials of another machine
/// have no roof here. A worker measures the machine's peak on request; the settings store it.
class RooflinePanel : public QWidget
{
    Q_OBJECT
public:
    explicit RooflinePanel(Workspace& workspace, QWidget* parent = nullptr);

    /// `threads`: of the chosen run; the peak is measured with as many.
    void setTrials(std::shared_ptr<const TrialSet> trials, int threads);
    void measurePeak();
    /// Measures the peak; measureMachinePeak() except in tests.
    using PeakMeasure = std::function<Result<MachinePeak>(int threads)>;
    void setPeakMeasure(PeakMeasure measure) { m_measurePeak = std::move(measure); }
    /// Measured with the threads of the chosen run.
    std::optional<MachinePeak> peak() const { return peakWith(m_threads); }
    PlotCanvas& canvas() { return *m_canvas; }
    QString status() const { return m_status->text(); }
    Headline& headline() { return *m_headline; }
    void finishJobs()
    {
        m_intensityJob.finishNow();
        m_peakJob.finishNow();
    }

private:
    void readIntensity();
    void setPeak(int threads, const Result<MachinePeak>& measured);
    /// Why the peak does not apply, or cannot be measured with the run's threads; empty: neither.
    QString refusal() const;
    bool isGpu() const { return m_trials && m_trials->task && m_trials->task->isGpu; }
    void showButton();
    std::optional<MachinePeak> peakWith(int threads) const;
    int threadsOfTrial(size_t trial) const;
    void showPlot();
    void showStatus();
    void showVerdict();
    /// The run of a trial; null if it is gone.
    const RunRow* runOf(size_t trial) const;
    /// The peak that a trial is held against; nullopt: not measured, or measured on another machine.
    std::optional<MachinePeak> peakOfTrial(size_t trial) const;
    /// Speed of a trial, counting two operations per multiply-add.
    double plainGflops(size_t trial) const { return m_trials->trials[trial].point.gflops * m_plainShare; }

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    MachinePeaks m_peaks; ///< empty for a task of a GPU
    double m_intensity = 0;
    double m_plainShare = 1; ///< share of the operations that AutoTVM counts
    QString m_problem;
    int m_threads = 1;
    PeakMeasure m_measurePeak = [](int threads) { return measureMachinePeak(threads); };
    LatestWork m_peakJob{JobLength::Long};
    LatestWork m_intensityJob;
    PlotCanvas* m_canvas;
    Headline* m_headline;
    QLabel* m_status;
    QPushButton* m_measure;
};

} // namespace knobscope
