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

/// What ends a run: any of trials, time, a plateau, a target, a share of the machine's peak. While a run goes on its limits can
/// be changed here.
class LimitsForm : public QWidget
{
    Q_OBJECT
public:
    LimitsForm();
    /// All limits but trials and time, which another widget may take into its layout.
    QWidget* more() { return m_more; }
    /// Writes the limits into the options of a run.
    void apply(RunOptions& options) const;
    void setLimits(const RunOptions& options);
    /// The limits of the run that goes on, null when none does: what differs from them can be applied.
    void setRunning(const RunOptions* options);
    /// A share of the peak is of the peak with so many threads.
    void setThreads(int threads);

signals:
    void changed();
    void applyRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void readPeak();
    void refresh();
    QCheckBox* m_hasPercent = nullptr;
    QDoubleSpinBox* m_percent = nullptr;
    std::vector<std::function<void(RunOptions&)>> m_write; ///< what the editors of a limit hold
    std::vector<std::function<void(const RunOptions&)>> m_show; ///< in the editors of a limit
    QWidget* m_more = nullptr;
    QLabel* m_verdict;
    QPushButton* m_apply;
    std::optional<RunOptions> m_running;
    int m_threads = 1;
    double m_peak = 0; ///< GFLOPS with them
};

} // namespace knobscope
