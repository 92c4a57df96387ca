// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/runoptions.h"

#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace knobscope {

class Workspace;

/// What ends a run: any of trials, time, a plateau, a target, a share of the peak of what the current task runs on. While a run
/// goes on its limits can be changed here.
class LimitsForm : public QWidget
{
    Q_OBJECT
public:
    explicit LimitsForm(const Workspace& workspace);
    /// All limits but trials and time, which another widget may take into its layout.
    QWidget* more() { return m_more; }
    /// Writes the limits into the options of a run.
    void apply(RunOptions& options) const;
    void setLimits(const RunOptions& options);
    /// The limits of the run that goes on, null when none does: what differs from them can be applied.
    void setRunning(const RunOptions* options);

signals:
    void changed();
    void applyRequested();

private:
    void readPeak();
    void refresh();
    const Workspace& m_workspace;
    QCheckBox* m_hasPercent = nullptr;
    QDoubleSpinBox* m_percent = nullptr;
    std::vector<std::function<void(RunOptions&)>> m_write; ///< what the editors of a limit hold
    std::vector<std::function<void(const RunOptions&)>> m_show; ///< in the editors of a limit
    QWidget* m_more = nullptr;
    QLabel* m_verdict;
    QPushButton* m_apply;
    std::optional<RunOptions> m_running;
    double m_peak = 0; ///< GFLOPS with the task's threads; 0: not known
};

} // namespace knobscope
