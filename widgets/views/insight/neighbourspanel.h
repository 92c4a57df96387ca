// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/neighbours.h"
#include "core/study/trialset.h"
#include "widgets/controls/celltable.h"
#include "widgets/project/workspace.h"

#include <QLabel>

class QProgressBar;
class QPushButton;
class QTableView;

namespace knobscope {

/// The one-step changes of the fastest config with their costs, and a button to measure those without a trial. Filters do not
/// apply: a trial that is filtered out is a measurement, too.
class NeighboursPanel : public QWidget
{
    Q_OBJECT
public:
    explicit NeighboursPanel(Workspace& workspace, QWidget* parent = nullptr);

    /// Sets all trials of a task.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    CellTable& table() { return m_table; }
    /// Measures the missing ones as a run of the session. Reports an error if a run is in progress or the project is not
    /// writable.
    void measureMissing();
    bool isMeasuring() const { return m_isMeasuring; }
    QString status() const { return m_status->text(); }

private:
    void showTable();
    void showButtons();

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    std::vector<Neighbour> m_neighbours;
    bool m_isMeasuring = false; ///< the session's run is this panel's
    CellTable m_table;
    QTableView* m_view;
    QLabel* m_status;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
};

} // namespace knobscope
