// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "widgets/controls/celltable.h"

#include <cstdint>
#include <set>
#include <vector>

namespace knobscope {

/// The project's runs, newest first, each with its colour and a check mark: both the legend and the run selection of the chart.
class RunListModel : public CellTable
{
    Q_OBJECT
public:
    using CellTable::CellTable;

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// Sets the runs, in the order started. Until the user ticks one, shows only the running run, else the preferred, else the
    /// last.
    void setRuns(const std::vector<RunRow>& runs);
    /// Shows this run instead of the ticked ones; for a change of task.
    void prefer(int64_t run);
    /// Clears the ticks; for a change of project.
    void forgetChoice();
    const std::set<int64_t>& shown() const { return m_shown; }
    void setShown(std::set<int64_t> runs);
    /// Colour for the program's palette.
    QColor colorOf(int64_t run) const;
    bool isChosen() const { return m_isChosen; }

signals:
    void shownChanged();

protected:
    bool setTicked(int row, bool isOn) override;

private:
    std::vector<Row> rows() const;
    void showDefault();
    std::vector<RunRow> m_runs; ///< newest first
    std::set<int64_t> m_shown;
    int64_t m_preferred = 0;
    bool m_isChosen = false;
};

} // namespace knobscope
