// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/roofline.h"
#include "core/analysis/trialset.h"
#include "core/measure/machinepeak.h"
#include "widgets/background/latestwork.h"
#include "widgets/insight/trialdots.h"

#include <QLabel>

class QPushButton;

namespace knobscope {

/// This machine's roof and every trial below it, both in plain operations. All trials of a task have the same intensity (FLOPs a
/// compulsory byte), so its dots are spread a little to the sides. The machine's peak is measured on request, by a worker, and
/// kept in the settings.
class RooflinePanel : public QWidget
{
    Q_OBJECT
public:
    explicit RooflinePanel(Workspace& workspace, QWidget* parent = nullptr);

    void setTrials(std::shared_ptr<const TrialSet> trials, int threads);
    void measurePeak();
    /// How the peak is measured; measureMachinePeak() unless a test says otherwise.
    using PeakMeasure = std::function<Result<MachinePeak>(int threads)>;
    void setPeakMeasure(PeakMeasure measure) { m_measurePeak = std::move(measure); }
    const std::optional<MachinePeak>& peak() const { return m_peak; }
    PlotCanvas& canvas() { return *m_canvas; }
    QString status() const { return m_status->text(); }
    void finishJobs() { m_peakJob.finishNow(); }

private:
    void takePeak(const Result<MachinePeak>& measured);
    void showPlot();
    void showStatus();
    /// Of a trial: two operations a multiply-add.
    double plainGflops(size_t trial) const { return m_trials->trials[trial].point.gflops * m_plainShare; }

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    std::optional<MachinePeak> m_peak;
    double m_intensity = 0;
    double m_plainShare = 1; ///< of the operations that AutoTVM counts
    QString m_problem;
    int m_threads = 1;
    PeakMeasure m_measurePeak = [](int threads) { return measureMachinePeak(threads); };
    LatestWork m_peakJob;
    PlotCanvas* m_canvas;
    TrialDots m_dots;
    QLabel* m_status;
    QPushButton* m_measure;
};

} // namespace knobscope
