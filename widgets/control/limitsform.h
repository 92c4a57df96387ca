// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/runoptions.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace knobscope {

/// What ends a run: any of trials, time, a plateau, a target, a share of the machine's peak. While a run goes on its limits can
/// be changed here.
class LimitsForm : public QWidget
{
    Q_OBJECT
public:
    explicit LimitsForm(QWidget* parent = nullptr);
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

protected:
    void showEvent(QShowEvent* event) override;

private:
    void readPeak();
    void refresh();
    QCheckBox* m_hasTrials;
    QCheckBox* m_hasMinutes;
    QCheckBox* m_hasPlateau;
    QCheckBox* m_hasTarget;
    QCheckBox* m_hasPercent;
    QSpinBox* m_trials;
    QDoubleSpinBox* m_minutes;
    QSpinBox* m_plateau;
    QDoubleSpinBox* m_target;
    QDoubleSpinBox* m_percent;
    QWidget* m_more = nullptr;
    QLabel* m_verdict;
    QPushButton* m_apply;
    std::optional<RunOptions> m_running;
    double m_peak = 0; ///< GFLOPS
};

} // namespace knobscope
