// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/staircase.h"

#include <QWidget>

class QFrame;
class QLabel;

namespace knobscope {

class Headline;
class StairBars;

/// Results of a schedule: its speed-up over the loops as defined, a bar for each timed step, and what takes most of its time.
class StairPanel : public QWidget
{
    Q_OBJECT
public:
    explicit StairPanel(QWidget* parent = nullptr);

    /// `shareOfPeak`: of the last step; 0: unknown.
    void showStairs(const Staircase& stairs, double shareOfPeak, const std::optional<Bottleneck>& bound);
    /// There is no schedule.
    void showNone(const QString& sentence);
    void setCurrentLine(int line);
    /// Number of bars.
    int bars() const;
    QString headline() const;
    QString qualifier() const;

signals:
    void lineChosen(int line);

private:
    Headline* m_headline;
    StairBars* m_bars;
    QFrame* m_box;
    QLabel* m_bound;
};

} // namespace knobscope
