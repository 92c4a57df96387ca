// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "widgets/controls/celltable.h"

#include <cstdint>
#include <set>
#include <vector>

namespace knobscope {

/// The project's runs on one task, newest first, each with its colour and a check mark: both the legend and the run selection of
/// the chart. Ticked runs of other tasks are listed as well, and all runs if there are none of the task.
class RunListModel : public CellTable
{
    Q_OBJECT
public:
    using CellTable::CellTable;

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// Sets the runs, in the order started, and the notes, whose tags are shown with their runs. Until the user ticks one, shows
    /// only the running run, else the preferred, else the last. `inCalls`: runs whose speeds are calls per second.
    void setRuns(const std::vector<RunRow>& runs, std::vector<NoteRow> notes = {}, std::set<int64_t> inCalls = {});
    /// Lists the runs of the task with this label; an empty one: of all tasks.
    void setTask(const QString& label);
    /// Lists the runs of all tasks.
    void setAllTasks(bool isAll);
    /// Whether runs of other tasks are left out, or would be without setAllTasks().
    bool hasOtherTasks() const;
    /// Shows this run instead of the ticked ones; for a change of task.
    void prefer(int64_t run);
    /// Clears the ticks; for a change of project.
    void forgetChoice();
    const std::set<int64_t>& shown() const { return m_shown; }
    void setShown(std::set<int64_t> runs);
    /// Colour for the program's palette.
    QColor colorOf(int64_t run) const;
    /// Whether the run shares its colour with an older one.
    bool isDashed(int64_t run) const;
    bool isChosen() const { return m_isChosen; }

signals:
    void shownChanged();

protected:
    bool setTicked(int row, bool isOn) override;

private:
    std::vector<Row> rows() const;
    size_t ageOf(int64_t run) const;
    /// Chooses the runs to list.
    void listRuns();
    void showDefault();
    std::vector<RunRow> m_runs; ///< newest first
    std::vector<NoteRow> m_notes;
    std::set<int64_t> m_inCalls;
    std::vector<size_t> m_listed; ///< indexes into m_runs, by row
    std::string m_task; ///< label
    bool m_isAll = false;
    std::set<int64_t> m_shown;
    int64_t m_preferred = 0;
    bool m_isChosen = false;
};

} // namespace knobscope
