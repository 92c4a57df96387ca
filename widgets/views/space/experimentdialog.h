// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/price.h"
#include "widgets/controls/celltable.h"
#include "widgets/views/space/experimentqueue.h"

#include <QDialog>
#include <QLabel>

#include <cstdint>

class QComboBox;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace knobscope {

/// Compares the template's space with the edited one: tunes both with the same tuner, budget and seeds, and shows the results
/// with a summary. Not modal: the window shows the runs meanwhile. GUI thread only.
class ExperimentDialog : public QDialog
{
    Q_OBJECT
public:
    ExperimentDialog(Workspace& workspace, std::optional<MeasuredRate> rate, QWidget* parent = nullptr);
    ~ExperimentDialog() override;
    ExperimentQueue& queue() { return m_queue; }
    QString verdictText() const { return m_verdict->text(); }
    QString estimateText() const { return m_estimate->text(); }

private:
    QString fullVisitNote() const;
    QWidget* makeForm();
    void showEstimate();
    void start();
    void showRunning(bool running);
    void showResult();
    void finish(const QString& problem);

    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task;
    QString m_label;
    std::optional<MeasuredRate> m_rate;
    int64_t m_templateConfigs = 0; ///< upper bound; a run visits no more
    int64_t m_editedConfigs = 0;
    ExperimentQueue m_queue;
    QComboBox* m_tuner;
    QSpinBox* m_trials;
    QSpinBox* m_seeds;
    QSpinBox* m_firstSeed;
    QLabel* m_estimate;
    QProgressBar* m_progress;
    CellTable m_results; ///< one row per seed
    QLabel* m_verdict;
    QPushButton* m_start;
    QPushButton* m_stop;
};

} // namespace knobscope
