// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/tuningsession.h"

#include <QLabel>

class QProgressBar;

namespace knobscope {

/// How far a run is: the bar, the best so far, time left, and where the time goes.
class ProgressPanel : public QWidget
{
    Q_OBJECT
public:
    ProgressPanel();
    /// A run begins: nothing is known of it yet.
    void begin(const QString& status);
    void showProgress(const Progress& progress);
    void showNetwork(const NetworkProgress& progress);
    void showStatus(const QString& status);
    /// Nothing runs: what could be done, without what is left of the last run.
    void showIdle(const QString& status);
    /// The run ended, which the status sums up; by itself: the bar is full, whatever share of the trials it took.
    void showEnd(const QString& status, bool isFinished);
    QString status() const { return m_status->text(); }
    QString rates() const { return m_rates->text(); }

private:
    QProgressBar* m_bar;
    QLabel* m_status;
    QLabel* m_rates;
};

} // namespace knobscope
