// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparedrun.h"
#include "widgets/table/celltable.h"

#include <QHash>

#include <cstdint>
#include <memory>
#include <vector>

namespace knobscope {

/// The runs that can be compared: those of the open project, then those of files that were added. A tick takes a run in; the
/// group's name can be written over, which decides what becomes one band.
class ComparedRunsModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { RunColumn, GroupColumn, TaskColumn, SeedColumn, TrialsColumn, BestColumn, FileColumn };
    using RunPointer = std::shared_ptr<const ComparedRun>;

    using CellTable::CellTable;

    /// The open project's. Runs that were there keep tick and group; of new ones those of one task are ticked, but for unfinished
    /// ones and those by hand, and a run that has come to its end, or goes on again, is as a new one.
    void setProjectRuns(const QString& path, std::vector<ComparedRun> runs);
    /// Takes the place of the file's runs, where it was added before. They are ticked, but for those unfinished or by hand.
    void addFileRuns(const QString& path, std::vector<ComparedRun> runs);
    void removeFile(const QString& path);
    QStringList files() const;

    /// The ticked ones, with the groups as written.
    struct Taken {
        RunPointer run;
        QString group;
    };
    std::vector<Taken> taken() const;
    RunPointer runAt(int row) const { return m_entries[static_cast<size_t>(row)].run; }
    /// The row of a run of the open project; -1: it is not there.
    int rowOfRun(int64_t run) const;
    bool isFromProject(int row) const { return m_entries[static_cast<size_t>(row)].isProject; }
    /// Which of the series colours a group has; the same as long as it is in the list.
    size_t colourOf(const QString& group) const { return m_colours.value(group, 0); }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    /// Ticks or groups were changed, or runs came.
    void takenChanged();

protected:
    bool takeTick(int row, bool isOn) override;
    bool takeText(int row, int column, const QString& text) override;

private:
    struct Entry {
        RunPointer run;
        QString group;
        bool isTaken = false;
        bool isProject = false;
    };
    void removeRuns(const QString& file);
    void showEntries();
    static Row rowOf(const Entry& entry);
    std::vector<Row> rowsOf() const;
    void nameColours();
    std::vector<Entry> m_entries;
    QHash<QString, size_t> m_colours;
};

} // namespace knobscope
