// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/workspace.h"

#include <QLabel>

class QProgressBar;

namespace knobscope {

class Headline;

/// Progress of a run: the bar, the best so far, time left, and a breakdown of the time.
class ProgressPanel : public QWidget
{
    Q_OBJECT
public:
    ProgressPanel();
    /// Shows the start of a run, without any results.
    void begin(const QString& status);
    void showProgress(const Progress& progress);
    void showNetwork(const NetworkProgress& progress);
    void showStatus(const QString& status);
    /// Shows the result of the newest run of the chosen task, unless a run is active, or it is the same task and the last run,
    /// whose result is shown, tuned a network.
    void showNewest(Workspace& workspace, bool isOtherTask);
    /// Shows that nothing runs and what can be done; clears the data of the last run.
    void showIdle(const QString& status);
    /// Shows the summary of a run. `isFinished`: it ended by itself, so the bar is full at any number of trials.
    void showEnd(const QString& status, bool isFinished);
    QString status() const { return m_status->text(); }
    QString rates() const { return m_rates->text(); }

private:
    QProgressBar* m_bar;
    QLabel* m_status;
    QLabel* m_rates;
    Headline* m_headline;
};

} // namespace knobscope
