// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recordedspace.h"
#include "widgets/table/celltable.h"

#include <QSet>

#include <cstdint>
#include <vector>

namespace knobscope {

/// The recorded spaces that tuners can be replayed on: those that ship with the program, the open project's, and those of files
/// that were added. A tick takes a space in.
class LabSpacesModel : public CellTable
{
    Q_OBJECT
public:
    enum class Origin : uint8_t { Shipped, Project, File };

    explicit LabSpacesModel(QObject* parent = nullptr);

    /// Takes the place of what was read from this file before; nothing takes the file out. `tickNew`: spaces that were not there
    /// are ticked.
    void setSpaces(Origin origin, const QString& path, std::vector<RecordedSpace> spaces, bool tickNew = false);
    /// Of spaces that were added by hand, without repeats.
    QStringList files() const;
    QString fileAt(int row) const { return m_entries[static_cast<size_t>(row)].path; }
    Origin originAt(int row) const { return m_entries[static_cast<size_t>(row)].origin; }

    /// The ticked ones, with labels that tell them apart.
    std::vector<RecordedSpace> taken() const;
    int takenCount() const;
    /// Ticks by name, for those that are there and those that are still to come.
    QStringList takenNames() const;
    void setTakenNames(const QStringList& names);

signals:
    void takenChanged();

protected:
    bool takeTick(int row, bool isOn) override;

private:
    struct Entry {
        RecordedSpace space;
        QString path;
        Origin origin = Origin::Shipped;
        bool isTaken = false;
    };
    static QString nameOf(const Entry& entry);
    static QString tip(const Entry& entry);
    static Row rowOf(const Entry& entry);
    /// Shows the entries; ticks alone leave the rows chosen.
    void show(bool isTicksAlone = false);
    std::vector<Entry> m_entries;
    QSet<QString> m_wanted; ///< names to be ticked when they come
};

} // namespace knobscope
