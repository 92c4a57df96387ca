// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/neighbours.h"
#include "widgets/insight/neighbourrun.h"
#include "widgets/table/celltable.h"
#include "widgets/workspace/workspace.h"

#include <QLabel>

class QProgressBar;
class QPushButton;
class QTableView;

namespace knobscope {

/// The one-step changes of the fastest config with what each costs, and a button that measures those that have no trial. Filters
/// do not apply: a neighbour is measured or it is not.
class NeighboursPanel : public QWidget
{
    Q_OBJECT
public:
    explicit NeighboursPanel(Workspace& workspace, QWidget* parent = nullptr);

    /// All trials of a task; `run` is the one whose measuring options are taken.
    void setTrials(std::shared_ptr<const TrialSet> trials, qint64 run);
    CellTable& table() { return m_table; }
    /// Measures the missing ones; refused in words while a run goes on, and where the project cannot be written to.
    void measureMissing();
    bool isMeasuring() const { return m_measuring.isRunning(); }
    QString status() const { return m_status->text(); }

private:
    void showTable();
    void showButtons();
    void tellOfTrials(qint64 run);
    void finish(qint64 run, const QString& problem);

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    qint64 m_run = 0;
    std::vector<Neighbour> m_neighbours;
    NeighbourRun m_measuring;
    CellTable m_table;
    QTableView* m_view;
    QLabel* m_status;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
};

} // namespace knobscope
