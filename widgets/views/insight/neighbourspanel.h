// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/neighbours.h"
#include "core/tuning/configlist.h"
#include "core/worker/makemeasurer.h"
#include "widgets/base/latestwork.h"
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
    ~NeighboursPanel() override;

    /// Sets all trials of a task.
    void setTrials(std::shared_ptr<const TrialSet> trials);
    CellTable& table() { return m_table; }
    /// Measures the missing ones in a thread of its own, as a run of the project. Reports an error if a run is in progress or
    /// the project is not writable.
    void measureMissing();
    bool isMeasuring() const { return m_work.isBusy(); }
    /// Factory of the measurer; makeMeasurer() except in tests.
    using MeasurerMaker = std::function<Result<std::unique_ptr<Measurer>>(const Target&, const MeasureOptions&)>;
    void setMeasurer(MeasurerMaker make) { m_makeMeasurer = std::move(make); }
    QString status() const { return m_status->text(); }

private:
    void showTable();
    void showButtons();
    void cancel();
    void notifyTrials();
    void finish(const Result<void>& done);

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    std::vector<Neighbour> m_neighbours;
    MeasurerMaker m_makeMeasurer = makeMeasurer;
    std::shared_ptr<LoopControl> m_control; ///< of the current or the last measurement
    qint64 m_run = 0; ///< its id in the project; 0: none yet
    LatestWork m_work;
    CellTable m_table;
    QTableView* m_view;
    QLabel* m_status;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
};

} // namespace knobscope
