// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/neighbours.h"
#include "core/loop/configlist.h"
#include "widgets/background/latestwork.h"
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
    ~NeighboursPanel() override;

    /// All trials of a task.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    CellTable& table() { return m_table; }
    /// Measures the missing ones in a thread of their own, as a run of the project; refused in words while a run goes on, and
    /// where the project cannot be written to.
    void measureMissing();
    bool isMeasuring() const { return m_work.isBusy(); }
    /// Where they are measured; makeMeasurer() unless a test says otherwise.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    QString status() const { return m_status->text(); }

private:
    void showTable();
    void showButtons();
    void cancel();
    void tellOfTrials();
    void finish(const Result<void>& done);

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    std::vector<Neighbour> m_neighbours;
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    std::shared_ptr<LoopControl> m_control; ///< of what is measured, or was last
    qint64 m_run = 0; ///< its row in the project; 0: there is none yet
    LatestWork m_work;
    CellTable m_table;
    QTableView* m_view;
    QLabel* m_status;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
};

} // namespace knobscope
