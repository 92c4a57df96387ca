// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "widgets/table/celltable.h"

#include <cstdint>
#include <set>
#include <vector>

namespace knobscope {

/// The project's runs, newest first, each with its colour and a check mark: the chart's legend and its choice of runs at once.
class RunListModel : public CellTable
{
    Q_OBJECT
public:
    using CellTable::CellTable;

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// Runs in the order started. Until a person has ticked one, the running, else the preferred, else the last one is shown, and
    /// no other.
    void setRuns(const std::vector<RunRow>& runs);
    /// Shows one instead of what was ticked: another task.
    void prefer(int64_t run);
    /// Forgets what was ticked: another project.
    void forgetChoice();
    const std::set<int64_t>& shown() const { return m_shown; }
    void setShown(std::set<int64_t> runs);
    /// In the program's palette.
    QColor colorOf(int64_t run) const;
    bool isChosen() const { return m_isChosen; }

signals:
    void shownChanged();

protected:
    bool takeTick(int row, bool isOn) override;

private:
    std::vector<Row> rows() const;
    void showDefault();
    std::vector<RunRow> m_runs; ///< newest first
    std::set<int64_t> m_shown;
    int64_t m_preferred = 0;
    bool m_isChosen = false;
};

} // namespace knobscope
