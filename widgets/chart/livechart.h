// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/thinning.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineSeries;
class QScatterSeries;
class QStackedLayout;
class QValueAxis;

class QChart;
class QChartView;

namespace knobscope {

/// GFLOPS over trials while tuning: a point a trial, the best so far as a line, failures as crosses at the bottom. Takes
/// trials at any rate and repaints at most 20 times a second with thinned series. GUI thread only.
class LiveChart : public QWidget
{
    Q_OBJECT
public:
    explicit LiveChart(QWidget* parent = nullptr);

    /// Forgets the trials of the last run; `title` names the new one.
    void startRun(const QString& title);
    void addTrial(ChartTrial trial);
    void addTrials(const std::vector<ChartTrial>& trials);
    qsizetype trialCount() const { return static_cast<qsizetype>(m_trials.size()); }
    double bestGflops() const { return m_best; }
    /// Brings the picture up to date at once (screenshots, tests).
    void refreshNow();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void refreshSoon();

    std::vector<ChartTrial> m_trials;
    double m_best = 0;
    QTimer m_refresh;
    QChart* m_chart = nullptr;
    QChartView* m_view = nullptr;
    QScatterSeries* m_points = nullptr;
    QScatterSeries* m_failures = nullptr;
    QLineSeries* m_bestLine = nullptr;
    QValueAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
    QLabel* m_empty = nullptr;
    QStackedLayout* m_stack = nullptr;
};

} // namespace knobscope
