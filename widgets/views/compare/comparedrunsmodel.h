// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/comparedrun.h"
#include "widgets/controls/celltable.h"

#include <QHash>

#include <cstdint>
#include <memory>
#include <vector>

namespace knobscope {

/// The runs that can be compared: first those of the open project, newest first, then those of added files. Ticked runs are
/// compared. Group names can be edited; runs with the same group name form one band.
class ComparedRunsModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { RunColumn, GroupColumn, BestColumn, SeedColumn, TrialsColumn, TaskColumn, FileColumn };
    using RunPointer = std::shared_ptr<const ComparedRun>;

    using CellTable::CellTable;

    /// Sets the open project's runs. Known runs keep tick and group. Of new ones, some of one task are ticked, but no
    /// unfinished or manual ones. A run that ended or was resumed counts as new.
    void setProjectRuns(const QString& path, std::vector<ComparedRun> runs);
    /// Replaces the runs of the file if it was added before. Ticks them, except unfinished and manual ones.
    void addFileRuns(const QString& path, std::vector<ComparedRun> runs);
    void removeFile(const QString& path);
    QStringList files() const;

    /// A ticked run with its group name, as edited.
    struct TickedRun {
        RunPointer run;
        QString group;
    };
    /// Those of the open project in the order started, then those of files.
    std::vector<TickedRun> ticked() const;
    RunPointer runAt(int row) const { return m_entries[static_cast<size_t>(row)].run; }
    /// Row of a run of the open project; -1 if it is not there.
    int rowOfRun(int64_t run) const;
    bool isFromProject(int row) const { return m_entries[static_cast<size_t>(row)].isProject; }
    /// Index of a group's series colour; constant while the group is in the list.
    size_t colourOf(const QString& group) const { return m_colours.value(group, 0); }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    /// Ticks, groups or the list of runs changed.
    void tickedChanged();

protected:
    bool setTicked(int row, bool isOn) override;
    bool setCellText(int row, int column, const QString& text) override;

private:
    struct Entry {
        RunPointer run;
        QString group;
        bool isTicked = false;
        bool isProject = false;
    };
    void removeRuns(const QString& file);
    void showEntries();
    static Row rowOf(const Entry& entry);
    std::vector<Row> rowsOf() const;
    /// "Best GFLOPS", or another unit that the runs have.
    QString bestTitle() const;
    void nameColours();
    std::vector<Entry> m_entries;
    QHash<QString, size_t> m_colours;
    QString m_bestTitle;
};

} // namespace knobscope
