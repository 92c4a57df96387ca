// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/optioneditors.h"

class QLabel;
class QPushButton;

namespace knobscope {

class Workspace;

/// The limits of a run: trials, time, a plateau, a target, a share of the peak of the current task's device. During a run, its
/// limits can be changed here.
class LimitsForm : public QWidget
{
    Q_OBJECT
public:
    explicit LimitsForm(const Workspace& workspace);
    /// All limits except trials and time, for another widget's layout.
    QWidget* more() { return m_more; }
    /// Writes the limits into the options of a run.
    void apply(RunOptions& options) const;
    void setLimits(const RunOptions& options);
    /// The limits of the run in progress, null if there is none. Edits that differ from them can be applied.
    void setRunning(const RunOptions* options);

signals:
    void changed();
    void applyRequested();

private:
    void readPeak();
    void refresh();
    const Workspace& m_workspace;
    QCheckBox* m_hasPercent = nullptr;
    QWidget* m_percent = nullptr;
    OptionEditors<RunOptions> m_limits{[this] { refresh(); }};
    FieldList* m_more;
    QLabel* m_verdict;
    QPushButton* m_apply;
    std::optional<RunOptions> m_running;
    double m_peak = 0; ///< GFLOPS with the task's threads; 0: unknown
};

} // namespace knobscope
